/* The error page of a whole site answers in the language that the address asks for.
 * It stands in all languages; without this script, and for an address in none of them, all are shown. */
"use strict";

{
  const answers = [...document.querySelectorAll("[data-language]")];
  const asked = location.pathname.split("/");
  const meant = answers.find(answer => asked.includes(answer.dataset.language));
  if (meant) {
    for (const answer of answers) answer.hidden = answer !== meant;
    document.title = meant.dataset.title;
    document.documentElement.lang = meant.lang;
    document.documentElement.dir = document.body.dir = meant.dir;
  }
}
