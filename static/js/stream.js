// One stream of server-sent events for a page, and polling while there is none.
//
// A hidden page closes its stream and reopens it when shown. A browser reconnects after a lost connection, but not
// after a refusal (404, 503): then it is tried again, with growing pauses.

const FIRST_RETRY = 1000;

export class Stream {
  #source = null;
  #retry = FIRST_RETRY;
  #retrying = null;
  #polling = null;
  #heard = 0;

  /** `address()`: its URL; `events`: their names, each passed to `hear(data)`; `opened()`: the stream is open;
   * `woken()`: the page is shown again; `state(name)`: "online", "offline" (unknown) or "polling" (the server responds
   * without a stream); `ask()`: polls the server once, and returns whether it responded; `pause()`: ms between polls;
   * `silence`: ms without a message after which the stream counts as dead; `longest`: ms between two attempts. */
  constructor(options) {
    const nothing = () => {};
    Object.assign(this, { longest: 120_000, opened: nothing, woken: nothing, state: nothing }, options);
  }

  start() {
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) {
        this.#rest();
      } else {
        this.#wake();
        this.woken();
      }
    });
    setInterval(() => this.#watch(), 5000);
    if (!document.hidden) this.#wake();
  }

  #wake() {
    this.#retry = FIRST_RETRY;
    this.#open();
  }

  #rest() {
    this.#close();
    clearTimeout(this.#polling);
    this.#polling = null;
  }

  #close() {
    clearTimeout(this.#retrying);
    this.#source?.close();
    this.#source = null;
  }

  #open() {
    this.#close();
    this.#heard = Date.now();
    const source = new EventSource(this.address());
    this.#source = source;
    source.addEventListener("open", () => {
      this.#connected(true);
      this.opened();
    });
    for (const name of this.events) source.addEventListener(name, (event) => this.#hear(event));
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      this.#connected(false);
      if (source.readyState !== EventSource.CLOSED) return;
      this.#retrying = setTimeout(() => this.#open(), this.#retry * (1 + Math.random()));
      this.#retry = Math.min(this.#retry * 2, this.longest);
    });
  }

  #hear(event) {
    this.#heard = Date.now();
    this.#connected(true);
    this.hear(JSON.parse(event.data));
  }

  /** A connection that breaks unnoticed sends nothing more. */
  #watch() {
    if (!this.#source || this.#source.readyState === EventSource.CLOSED) return;
    if (Date.now() - this.#heard < this.silence) return;
    this.#connected(false);
    this.#open();
  }

  #connected(now) {
    if (now) {
      this.#retry = FIRST_RETRY;
      clearTimeout(this.#polling);
      this.#polling = null;
      this.state("online");
    } else if (this.#polling === null) {
      this.state("offline");
      this.#pollLater();
    }
  }

  #pollLater() {
    const timer = setTimeout(async () => {
      const answered = await this.ask();
      if (this.#polling !== timer) return; // the stream is back, or the page rests
      this.state(answered ? "polling" : "offline");
      this.#pollLater();
    }, this.pause());
    this.#polling = timer;
  }
}
