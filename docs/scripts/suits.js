/* The colours of the suits as the reader chose them: here, in the head, before a card is drawn. */
try {
  if (localStorage.getItem("rami.suits") === "four") document.documentElement.dataset.suits = "four";
} catch {
  // A browser that keeps nothing remembers nothing.
}
