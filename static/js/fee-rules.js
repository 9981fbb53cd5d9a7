// Each fee rule shows only the fields of its condition.
const needs = {
  early: "day", late: "day", under: "age", over: "age", titles: "names", federations: "names", clubs: "names",
};

for (const row of document.querySelectorAll("[data-fee-rule]")) {
  const kind = row.querySelector("select");
  const fields = [...row.querySelectorAll(".field")].slice(1);
  const show = () => {
    for (const field of fields) {
      const name = field.querySelector("input").name.split("_").pop();
      const given = ["amount", "percent"].includes(name) || needs[kind.value] === name;
      field.hidden = !kind.value || !given;
    }
  };
  kind.addEventListener("change", show);
  show();
}
