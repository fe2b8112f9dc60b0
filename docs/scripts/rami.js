/* Comforts for every page. Each of them may be missing: the pages say all without a script.
 *
 * Addresses to copy · four colours for the suits · the reader's language · addresses on paper.
 * There are no words here; those that are said stand in the page. */

const root = document.documentElement;
const here = document.querySelector("link[rel=canonical]")?.href ?? location.href;

// ---- Addresses to copy: a link to a sentence or an example also puts its address in the clipboard

const said = document.querySelector(".said");

function say(text) {
  said.textContent = text;
  clearTimeout(say.ends);
  say.ends = setTimeout(() => (said.textContent = ""), 3000);
}

addEventListener("click", event => {
  const anchor = event.target.closest?.("a.anchor");
  if (!anchor || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  // The link goes on to lead where it leads: who cannot copy has the address in the address bar.
  navigator.clipboard?.writeText(anchor.href).then(() => say(said.dataset.copied), () => {});
});

// ---- Four colours for the suits; suits.js has set what is remembered

const suits = document.querySelector(".suits button");

function showSuits(four) {
  if (four) root.dataset.suits = "four";
  else delete root.dataset.suits;
  suits?.setAttribute("aria-pressed", four);
}

suits?.addEventListener("click", () => {
  const four = root.dataset.suits !== "four";
  showSuits(four);
  try {
    localStorage.setItem("rami.suits", four ? "four" : "two");
  } catch {
    // It holds for this page alone.
  }
});
// A page may come back from where it was kept, or stand open beside the one that was clicked.
addEventListener("storage", event => {
  if (event.key === "rami.suits") showSuits(event.newValue === "four");
});
showSuits(root.dataset.suits === "four");

// ---- The reader's language, among all

/* The link to the language that the browser asks for first, if there is one: zh-CN means zh-Hans. */
function meant(links) {
  const likely = tag => new Intl.Locale(tag).maximize();
  const offered = links.map(link => [likely(link.lang), link]);
  for (const wanted of navigator.languages.map(likely)) {
    const spoken = offered.filter(
      ([{ language, script }]) => language === wanted.language && script === wanted.script,
    );
    const [best] = spoken.filter(([{ region }]) => region === wanted.region).concat(spoken);
    if (best) return best[1];
  }
  return undefined;
}

const suggested = meant([...document.querySelectorAll(".languages a[lang]")]);
if (suggested) {
  suggested.setAttribute("aria-current", "true");
  if (scrollY === 0) suggested.scrollIntoView({ block: "nearest" });
}

// ---- Addresses on paper

addEventListener("beforeprint", () => {
  const printed = document.querySelector(".printed");
  if (printed && !printed.textContent) printed.textContent = here.split("#")[0];
  // Not those of lists: the sheet of the quick reference has room for its sentences alone.
  for (const link of document.querySelectorAll("article :is(p, dd) > a[href]:not([class])")) {
    const leads = new URL(link.getAttribute("href"), here);
    if (leads.pathname !== new URL(here).pathname) link.dataset.address = leads.href;
  }
});
