// The form of a ruling: it shows the fields of the chosen answers, squares are tapped on the board next to it, and the
// articles of the laws can be searched. Without this script all fields can be typed, after a preview.

const form = document.querySelector("form:has(.fact)") ?? document.createElement("form");

// Fields of an answer are shown with it; hidden ones are not sent.

const answerTo = (name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";

const askWhatBelongs = () => {
  for (const fact of form.querySelectorAll("[data-when]")) {
    const [name, answers] = fact.dataset.when.split("=");
    const belongs = answers.split(" ").includes(answerTo(name));
    fact.hidden = !belongs;
    for (const box of fact.querySelectorAll("input, select, textarea")) box.disabled = !belongs;
  }
};
form.addEventListener("change", askWhatBelongs);
askWhatBelongs();

// A tap on a square writes it down, a second one takes it back.

const boxes = [...form.querySelectorAll("[data-squares]")];
let written = boxes[0];
for (const box of boxes) box.addEventListener("focus", () => (written = box));

const board = document.querySelector(".card-board .board-frame");
if (written && board) {
  board.classList.add("takes-squares");
  board.addEventListener("click", (event) => {
    const square = event.target.closest("[data-square]")?.dataset.square;
    if (!square) return;
    const squares = written.value.split(/[\s,]+/).filter(Boolean);
    if (squares.at(-1) === square) squares.pop();
    else squares.push(square);
    written.value = squares.join(" ");
  });
}

// Articles whose number or text has all the words.

const plain = (text) => text.toLocaleLowerCase().replaceAll("ё", "е");

for (const choice of form.querySelectorAll("[data-search-list]")) {
  const [search, list] = [choice.querySelector("[type=search]"), choice.querySelector("select")];
  const options = [...list.options];
  search.hidden = false;
  search.addEventListener("input", () => {
    const words = plain(search.value).split(/\s+/).filter(Boolean);
    const chosen = list.value;
    const found = options.filter((one) => !one.value || words.every((word) => plain(one.text).includes(word)));
    list.replaceChildren(...found);
    list.value = found.some((one) => one.value === chosen) ? chosen : "";
    if (words.length && found.length === 2) list.value = found[1].value;
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}
