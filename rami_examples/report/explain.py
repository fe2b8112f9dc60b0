"""What every kind of finding means, and what to do about it: ``rami-docs explain ID``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rami_examples.findings import Kind


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is wrong, why it matters, and how it is mended."""

    what: str
    why: str
    mend: str


EXPLANATIONS: Mapping[Kind, Explanation] = {
    Kind.CORPUS_UNREADABLE: Explanation(
        "A corpus file cannot be read as text.",
        "What is not read is not checked, so nothing is published without it.",
        "Save the file as UTF-8, in its place in the tree (no link), below one million bytes.",
    ),
    Kind.CORPUS_SYNTAX: Explanation(
        "A corpus file is not YAML, or uses more of YAML than is read here.",
        "The corpus may come from a stranger, so only plain mappings, lists and texts are read.",
        "Mend the spot that is named; quote a text that holds a colon or begins with a sign.",
    ),
    Kind.CORPUS_ALIAS: Explanation(
        "A corpus file has an anchor (&) or an alias (*).",
        "Nested aliases grow without bound, and an example reads better when it is written out.",
        "Write the value out where the alias stands.",
    ),
    Kind.CORPUS_SHAPE: Explanation(
        "Something in the corpus is of the wrong shape: a list for a text, a text for a list.",
        "The entry cannot be understood as an example.",
        "Compare with the form that the finding shows.",
    ),
    Kind.CORPUS_KEY: Explanation(
        "A key of an example is unknown, missing, or stands there twice.",
        "A misspelt key would otherwise be passed over, and what it says never checked.",
        "Use the keys that the finding lists.",
    ),
    Kind.CORPUS_VALUE: Explanation(
        "A value of an example is none of those that are possible.",
        "The example cannot be put to the engine.",
        "Use one of the values that the finding shows.",
    ),
    Kind.CORPUS_CARD: Explanation(
        "A card is not written as the notation wants it.",
        "The example cannot be put to the engine.",
        "A rank (A 2 … 10 J Q K) and a suit (S H D C), such as KH or 10S; JK is a joker.",
    ),
    Kind.CORPUS_COPIES: Explanation(
        "An example holds more copies of a card than the deck has.",
        "Such cards can never lie on a table together.",
        "Take the surplus cards out.",
    ),
    Kind.CORPUS_DUPLICATE: Explanation(
        "Two examples have the same id.",
        "The id is the example’s anchor on the pages and has to name one of them.",
        "Give the newer one an id of its own; ids that are published stay as they are.",
    ),
    Kind.CORPUS_EMPTY: Explanation(
        "The corpus, a file of it or a list in it is empty.",
        "A build without examples would confirm nothing and still look clean.",
        "Add an example, or take the empty list out.",
    ),
    Kind.VERIFY_MISMATCH: Explanation(
        "An example says one thing, the engine another.",
        "The site can only say what the engine has just confirmed.",
        "If the game has changed on purpose, change the example; otherwise mend the engine.",
    ),
    Kind.RULE_UNPROVEN: Explanation(
        "A rule of the engine is not shown by any play, or not from every side that it has.",
        "A reader can follow every sentence to a play that proves it.",
        "Add an example or scenario that names the rule under `proves`.",
    ),
    Kind.RULE_UNSTATED: Explanation(
        "The engine applies a rule that no sentence of the pages states.",
        "Readers would be judged by a rule that the rulebook keeps from them.",
        "State it in a page template, marked with its id.",
    ),
    Kind.RULE_SUSPECT: Explanation(
        "A rule’s sentence is not the one that was confirmed.",
        "Its plays and its translations were written for other words and may no longer fit.",
        "Look at them, then run `rami-docs confirm` with the rule’s id.",
    ),
    Kind.RULE_REMOVED: Explanation(
        "An id of a rule that was removed is used again.",
        "Old links and old data would point at another rule.",
        "Give the new rule a new id.",
    ),
    Kind.PROSE_UNMARKED: Explanation(
        "A page has prose that is neither a rule’s sentence nor a note.",
        "Every sentence is either proven or known to state no rule.",
        "Mark it: call rule(…) for a rule’s sentence, call note() for any other.",
    ),
    Kind.PROSE_RULE: Explanation(
        "A sentence is marked with a rule that does not exist, or a rule is stated twice.",
        "A rule has one sentence, and the sentence has an anchor that never moves.",
        "Use the id of rami_engine/rules.py, once.",
    ),
    Kind.PROSE_DIGIT: Explanation(
        "A number is typed into a text.",
        "A typed number goes on saying what the game no longer does.",
        "Let a placeholder bring it in from the engine or its rule set.",
    ),
    Kind.TEMPLATE_FAULT: Explanation(
        "A template cannot be read or rendered.",
        "Without it there is no page.",
        "Mend the template at the line that is named.",
    ),
    Kind.CATALOG_MISSING: Explanation(
        "A declared language has no catalog.",
        "Its pages would silently be in English.",
        "Run `rami-docs i18n update` and translate, or take the language out of mkdocs.yml.",
    ),
    Kind.CATALOG_SYNTAX: Explanation(
        "A catalog is not a PO file at the spot that is named.",
        "Lenient readers lose entries without a word.",
        "Mend the line: quotes, keywords, leftover conflict marks, encoding.",
    ),
    Kind.CATALOG_HEADER: Explanation(
        "The header of a catalog is missing, left unfilled or of another language.",
        "It decides how the file is read and which plural form is chosen.",
        "Run `rami-docs i18n update`, which writes the header.",
    ),
    Kind.CATALOG_PLURAL: Explanation(
        "A plural form is missing, empty or one too many, or the formula is not the language’s.",
        "A reader would meet “2 card”, or nothing at all.",
        "Fill in every form that the Unicode CLDR has for the language.",
    ),
    Kind.CATALOG_PLACEHOLDER: Explanation(
        "A placeholder of the source is missing, misspelt or added.",
        "The page would lack a number, or could not be made.",
        "Use each %(name)s as often as the English text does.",
    ),
    Kind.CATALOG_NUMBER: Explanation(
        "A translation has a number typed in.",
        "A typed number goes on saying what the game no longer does.",
        "Use the placeholder of the source, or a word.",
    ),
    Kind.CATALOG_MARKUP: Explanation(
        "A translation holds markup or characters that its source does not have.",
        "Texts are plain, so that no translation can change what a page does.",
        "Leave the words alone and delete the rest.",
    ),
    Kind.CATALOG_FUZZY: Explanation(
        "A translation is marked fuzzy.",
        "Nobody has said yet that it is right, so it is not published.",
        "Check it against the English text and remove the mark.",
    ),
    Kind.CATALOG_DUPLICATE: Explanation(
        "A message stands in a catalog twice.",
        "One of the two translations would win by chance.",
        "Keep the better one.",
    ),
    Kind.CATALOG_UNTRANSLATED: Explanation(
        "A message is not translated, or not in the catalog.",
        "A page in two languages reads as a mistake.",
        "Translate it; `rami-docs i18n update` adds what is missing.",
    ),
    Kind.CATALOG_UNKNOWN: Explanation(
        "A catalog has a message that the source does not have.",
        "It is never shown; often its English text was changed.",
        "Run `rami-docs i18n update`, which keeps it as obsolete.",
    ),
    Kind.CATALOG_CARD: Explanation(
        "Two cards would have the same name or the same letter in their corner, or one no room.",
        "Readers would take one card for another.",
        "Give each suit and rank a name of its own, and each corner at most two characters.",
    ),
    Kind.CATALOG_COPIED: Explanation(
        "A translation is the English itself, several words long.",
        "It is published as a translation, without a mark, and nobody sees that it is none.",
        "Translate it, or leave it empty until somebody does.",
    ),
    Kind.CATALOG_TERM: Explanation(
        "A translation does not use its language’s word for a term of the game, or one to avoid.",
        "Two words for one thing make readers look for two things.",
        "Use the word that locales/LANG/terms.yml gives, or add the form that is right to it.",
    ),
    Kind.CATALOG_TYPOGRAPHY: Explanation(
        "A translation does not follow the typographic custom of its language.",
        "Quotation marks and spaces of another language look careless in print.",
        "Write what the finding shows; it stops no build.",
    ),
    Kind.TERMS_FILE: Explanation(
        "The list of a language’s terms cannot be read, or does not fit the English one.",
        "Without it nobody sees where a translation wavers between two words.",
        "List each term of locales/en/terms.yml with the words that the language uses for it.",
    ),
    Kind.AUDIT_PAGE: Explanation(
        "A published page is missing, cannot be read, or has the wrong language or direction.",
        "Readers, search engines and screen readers go by what the page declares.",
        "Build the site again; if the fault stays, mend the template or the theme’s override.",
    ),
    Kind.AUDIT_ROW: Explanation(
        "A published example says something else than the engine, in its data or to the eye.",
        "The site can only say what the engine has just confirmed.",
        "Build the site again from the corpus; published pages are never edited by hand.",
    ),
    Kind.AUDIT_CARD: Explanation(
        "A published card’s name, letter, suit and data do not belong to one card.",
        "Readers who look and readers who listen would be told different cards.",
        "Build the site again; if the fault stays, mend the card’s template or the catalog.",
    ),
    Kind.AUDIT_RULES: Explanation(
        "A rule or an example stands in one language and not in another, or twice.",
        "The rulebook is the same in every language, anchor for anchor.",
        "Build all languages together; if the fault stays, mend the template.",
    ),
    Kind.AUDIT_LINK: Explanation(
        "A link of the site leads nowhere.",
        "Readers would end on an error page or at the top of a page.",
        "Mend the template that writes the link, or the anchor that it wants.",
    ),
    Kind.AUDIT_API: Explanation(
        "api/examples.json differs from the pages, or from the engine.",
        "The app and other engines rely on it as readers do on the pages.",
        "Build the site again; the file is never edited by hand.",
    ),
    Kind.AUDIT_SITEMAP: Explanation(
        "A sitemap or a language link lacks a page, names one too many, or has no way back.",
        "Search engines and readers would miss the page in their language.",
        "Build the site again; if the fault stays, mend rami_examples/site/sitemaps.py.",
    ),
    Kind.ENGINE_MISMATCH: Explanation(
        "Another engine contradicts an example that this project’s engine confirms.",
        "Players of that engine would be judged by other rules than the site states.",
        "Mend that engine; where it is right after all, change the example and this engine.",
    ),
    Kind.ENGINE_ANSWER: Explanation(
        "Another engine answers in a form that the protocol does not have, or with an error.",
        "What it thinks of the example cannot be known, so nobody can say that it agrees.",
        'Answer as rami_engine/protocol.schema.json has it, or with `"unsupported": true`.',
    ),
    Kind.SHARD_MISFIT: Explanation(
        "Parts of a site do not make one: other sources or versions, a language missing or twice.",
        "Readers would meet pages that disagree; so all parts come from one state of the project.",
        "Build the shards anew from the same state, every language in one of them.",
    ),
    Kind.SITE_FAULT: Explanation(
        "The site could not be built, or could not be put in place.",
        "A half-built site is never published; the old one stays.",
        "Mend what the message names and build again.",
    ),
}
"""One explanation for every kind; a test holds that none is missing."""
