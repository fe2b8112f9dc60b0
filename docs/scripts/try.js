/* The try-it page: cards in, the engine's answer out.
 *
 * What is asked lives in the address, so that a question can be shared and the way back works.
 * Words and cards come from the page (try.md.j2), answers from engine-worker.js; here is neither. */

const form = document.querySelector("#try-form");
const words = form.querySelector("template[data-words]").content;
const numbers = new Intl.NumberFormat(document.documentElement.lang);
const lists = new Intl.ListFormat(document.documentElement.lang, { type: "unit" });
const part = name => form.querySelector(`[data-part="${name}"]`);
const filled = (name, text) => form.dataset[name].replace("{}", text);
const say = name => words.querySelector(`[data-say="${CSS.escape(name)}"]`).cloneNode(true);

const pack = new Map(
  [...part("pack").querySelectorAll("button")].map(button => [button.dataset.code, button]),
);
const JOKER = "JK";
const nameOf = code => pack.get(code).querySelector(".card").getAttribute("aria-label");

/* The question. Unreadable text is kept in `text` alone; else melds and text say the same. */
const question = { melds: [[]], text: "", active: 0 };

// ---- Cards as text, and the question as an address

const cardsOf = text => text.split(/\s+/u).filter(Boolean);
/* Cards may be typed with the letters of the reader's own packs: RH in French is KH. */
const local = new Map(
  [...pack].map(([code, button]) => [
    (button.querySelector("b")?.textContent ?? "").toUpperCase() + code.at(-1),
    code,
  ]),
);
const known = typed => (pack.has(typed) ? typed : (local.get(typed) ?? typed));
const isOpening = () => form.elements.kind.value === "opening";

function readText(text) {
  const typed = text.toUpperCase().split("|").map(part => cardsOf(part).map(known));
  question.melds = isOpening() ? typed : [typed.flat()];
  question.text = text;
  question.active = question.melds.length - 1;
}

/* The question as the engine reads it, whatever letters it was typed in. */
const plain = () => question.melds.map(cards => cards.join(" ")).join(" | ");

function writeText() {
  question.text = plain();
  form.elements.cards.value = question.text;
}

function asked() {
  const { kind, rules, game, as } = form.elements;
  return isOpening()
    ? { kind: "opening", melds: plain(), game: game.value, rules: rules.value }
    : { kind: "meld", cards: plain(), as: as.value, rules: rules.value };
}

function address() {
  const url = new URL(location.href);
  url.search = question.text.trim() ? new URLSearchParams(asked()) : "";
  url.hash = "";
  return url;
}

/* Take the question from the address; what it does not say, or says wrongly, stays at its default. */
function readAddress() {
  const given = new URLSearchParams(location.search);
  form.reset();
  for (const name of ["kind", "rules", "game", "as"]) {
    const known = [...form.querySelectorAll(`[name="${name}"]`)].flatMap(field =>
      field.options ? [...field.options].map(option => option.value) : [field.value],
    );
    if (known.includes(given.get(name))) form.elements[name].value = given.get(name);
  }
  readText((given.get(isOpening() ? "melds" : "cards") ?? "").slice(0, form.elements.cards.maxLength));
  form.elements.cards.value = question.text;
  show();
  return given.has("kind");
}

/* After every change: show it, put it into the address, ask again. */
function changed({ typing = false } = {}) {
  show();
  if (address().href !== location.href)
    history[typing ? "replaceState" : "pushState"](null, "", address());
  part("copied").textContent = part("heard").textContent = "";
  judge();
}

// ---- What is laid

function drawn(code) {
  const card = pack.get(code)?.querySelector(".card").cloneNode(true);
  if (card) return card;
  const unknown = document.createElement("code");
  unknown.dir = "ltr";
  unknown.textContent = code;
  return unknown;
}

/* A joker with the card that it stands for, drawn like those of the server (cards.j2). */
function drawnJoker(code) {
  const card = drawn(JOKER);
  if (!code) return card;
  const [suit] = [...pack.get(code).querySelector(".card").classList].filter(name =>
    name.startsWith("card--"),
  );
  const as = document.createElement("b");
  as.className = `card__as ${suit.replace("card--", "card__as--")}`;
  const [corner, pip] = pack.get(code).querySelectorAll("b, i");
  as.append(corner.textContent, pip.cloneNode(true));
  card.querySelector(".card__face").append(as);
  card.setAttribute("aria-label", filled("jokerAs", nameOf(code)));
  return card;
}

function show() {
  for (const field of form.querySelectorAll("[data-only]"))
    field.hidden = field.dataset.only !== form.elements.kind.value;
  part("laid").replaceChildren(...question.melds.map(laidMeld));
}

function laidMeld(cards, meld) {
  const row = document.createElement("div");
  row.className = "try__meld";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", filled("meld", numbers.format(meld + 1)));
  if (isOpening()) {
    const choose = button(filled("meld", numbers.format(meld + 1)), () => {
      question.active = meld;
      show();
      focusOn(meld, -1);
    });
    choose.setAttribute("aria-pressed", meld === question.active);
    row.append(choose);
  }
  row.append(
    ...cards.map((code, place) => {
      const away = button("", () => {
        cards.splice(place, 1);
        writeText();
        changed();
        hear(meld);
        focusOn(meld, Math.min(place, cards.length - 1));
      });
      away.setAttribute("aria-label", filled("remove", pack.has(code) ? nameOf(code) : code));
      away.className = "try__card";
      away.append(drawn(code));
      return away;
    }),
  );
  return row;
}

function button(text, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", action);
  return made;
}

/* Tell those who listen what a meld now holds; once the engine answers, its answer tells them. */
function hear(meld) {
  const names = question.melds[meld].map(code => (pack.has(code) ? nameOf(code) : code));
  const held = lists.format(names);
  part("heard").textContent = engine
    ? ""
    : [isOpening() && filled("meld", numbers.format(meld + 1)), held].filter(Boolean).join(": ");
}

/* Keep the focus near where it was when what is laid is drawn anew; -1 is the name of a meld. */
function focusOn(meld, place) {
  const row = part("laid").children[meld];
  const cards = row.querySelectorAll(".try__card");
  (cards[place] ?? row.querySelector("button") ?? pickable()).focus();
}

// ---- The pack: one stop for the tab key, arrows within

const pickable = () => part("pack").querySelector('[tabindex="0"]');

function stopAt(target) {
  pickable()?.setAttribute("tabindex", "-1");
  target.setAttribute("tabindex", "0");
}

/* The button to which a key leads: along the reading direction, or to the nearest in the next row. */
function reached(key, from) {
  const all = [...pack.values()];
  const place = all.indexOf(from);
  const onwards = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  if (key === "ArrowLeft" || key === "ArrowRight") return all[place + (key === onwards ? 1 : -1)];
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  const way = key === "ArrowDown" ? 1 : -1;
  const beyond = all.filter(each => (each.offsetTop - from.offsetTop) * way > 0);
  const row = Math.min(...beyond.map(each => Math.abs(each.offsetTop - from.offsetTop)));
  const far = each => Math.abs(each.offsetLeft - from.offsetLeft);
  return beyond
    .filter(each => Math.abs(each.offsetTop - from.offsetTop) === row)
    .sort((one, other) => far(one) - far(other))[0];
}

part("pack").addEventListener("keydown", event => {
  const from = event.target.closest("button");
  const target = reached(event.key, from);
  if (target) {
    stopAt(target);
    target.focus();
    event.preventDefault();
  } else if (event.key === "Backspace") {
    question.melds[question.active].pop();
    writeText();
    changed();
    hear(question.active);
  }
});

part("pack").addEventListener("click", event => {
  const picked = event.target.closest("button");
  if (!picked) return;
  stopAt(picked);
  question.melds[question.active].push(picked.dataset.code);
  writeText();
  changed();
  hear(question.active);
});

// ---- The engine

let engine; // a promise once it was asked for
const waiting = new Map();

function load() {
  const bar = part("loading").querySelector("progress");
  const worker = new Worker(form.dataset.worker);
  bar.max = Number(form.dataset.size);
  let loaded = 0;
  return new Promise((resolve, reject) => {
    worker.onerror = event => {
      event.preventDefault();
      reject(new Error("unloaded"));
    };
    worker.onmessage = ({ data }) => {
      if (data.loaded) {
        loaded = data.loaded;
        // All is there: how long Python takes to start cannot be told.
        if (loaded < bar.max) bar.value = loaded;
        else bar.removeAttribute("value");
      } else if (data.ready) {
        resolve({ ...data.ready, worker });
      } else if (data.failed) {
        worker.terminate();
        reject(new Error(data.failed));
      } else {
        waiting.get(data.id)(data.answer);
        waiting.delete(data.id);
      }
    };
    const files = new URL(form.dataset.files, location.href);
    worker.postMessage({ load: files.href, version: form.dataset.fingerprint });
  });
}

async function start() {
  const ask = form.querySelector('[data-do="ask"]');
  ask.hidden = true;
  part("loading").hidden = false;
  part("answer").replaceChildren();
  engine = load();
  try {
    const { version, fingerprint } = await engine;
    compare(version, fingerprint);
  } catch (error) {
    engine = undefined;
    ask.hidden = false;
    part("answer").replaceChildren(say(error.message));
  }
  part("loading").hidden = true;
}

/* Say which engine was loaded, and whether it is the one that confirmed the site. */
function compare(version, fingerprint) {
  part("version").textContent = version;
  part("fingerprint").textContent = fingerprint ?? "";
  const same = fingerprint === form.dataset.fingerprint;
  form.dataset.engine = fingerprint === null ? "unchecked" : same ? "same" : "differs";
  part("fingerprint").parentElement.after(say(form.dataset.engine));
}

let count = 0;

/* The engine's answer to a question, as browser/ask.py gives it. */
async function answer(what) {
  const { worker } = await engine;
  const id = ++count;
  return new Promise(resolve => {
    waiting.set(id, resolve);
    worker.postMessage({ id, question: what });
  });
}

async function judge() {
  if (!engine) return;
  const what = asked();
  const told = JSON.stringify(what);
  try {
    const given = await answer(what);
    if (told === JSON.stringify(asked())) tell(what.kind, given); // else a newer one is on its way
  } catch {
    // start() says why there is no engine
  }
}

// ---- The answer

function tell(kind, given) {
  const shown = part("answer");
  shown.dataset.asked = address().search;
  shown.dataset.answer = JSON.stringify(given);
  if (given.missing) return shown.replaceChildren(say("missing"));
  if (given.unreadable) {
    const note = say("unreadable");
    note.querySelector('[data-slot="card"]').textContent = given.unreadable;
    return shown.replaceChildren(note);
  }
  const told = say("answer");
  const fill = (slot, ...content) => {
    const at = told.querySelector(`[data-slot="${slot}"]`);
    if (content.length === 0) return at.remove();
    (at.querySelector("dd") ?? at).append(...content);
  };
  const number = value => (value === undefined ? [] : [numbers.format(value)]);
  fill("verdict", ...say(`${kind}-${given.verdict}`).childNodes);
  fill("kind", ...(given.named ? say(`kind-${given.named}`).childNodes : []));
  fill("points", ...number(given.points));
  fill("total", ...number(given.total));
  fill("threshold", ...number(given.threshold));
  fill("joker", ...(given.joker ? [drawn(given.joker)] : []));
  if (given.melds) fill("melds", ...given.melds.map(judged));
  else if (given.cards) fill("melds", laidOut(cardsOf(given.cards), given.joker));
  fill("reason", ...(given.reason ? [say(given.reason)] : []));
  fill("applied", ...(given.applied ?? []).map(say));
  shown.replaceChildren(told);
}

/* Cards as they lie in a meld. */
function laidOut(codes, joker) {
  const cards = document.createElement("span");
  cards.className = "meld";
  cards.append(...codes.map(code => (code === JOKER ? drawnJoker(joker) : drawn(code))));
  return cards;
}

/* A meld of an opening with its points; one that is none with its verdict. */
function judged(meld, place) {
  const row = document.createElement("div");
  const asked = question.melds.filter(cards => cards.length)[place];
  row.className = "try__judged";
  row.append(
    laidOut(meld.cards ? cardsOf(meld.cards) : asked, meld.joker),
    meld.reason ? say("meld-refused") : numbers.format(meld.points),
  );
  return row;
}

// ---- Everything that a reader does

form.addEventListener("submit", event => event.preventDefault());

form.addEventListener("input", event => {
  if (event.target === form.elements.cards) {
    readText(event.target.value);
    changed({ typing: true });
  }
});

form.addEventListener("change", event => {
  if (event.target === form.elements.cards) return;
  if (event.target.name === "kind") {
    readText(question.text.replaceAll("|", isOpening() ? "|" : " "));
    writeText();
  }
  changed();
});

const actions = {
  add() {
    question.melds = [...question.melds.filter(cards => cards.length), []];
    question.active = question.melds.length - 1;
    writeText();
    changed();
    focusOn(question.active, -1);
  },
  clear() {
    question.melds = [[]];
    question.active = 0;
    writeText();
    changed();
  },
  async copy() {
    const done = navigator.clipboard?.writeText(address().href) ?? Promise.reject();
    part("copied").replaceChildren(await done.then(() => say("copied"), () => say("uncopied")));
  },
  async ask() {
    await start();
    judge();
  },
};

for (const [name, action] of Object.entries(actions))
  form.querySelector(`[data-do="${name}"]`).addEventListener("click", action);

addEventListener("popstate", () => {
  readAddress();
  judge();
});

stopAt(part("pack").querySelector("button"));
// A question that was sent is answered; who only looks around loads nothing.
if (readAddress()) actions.ask();
