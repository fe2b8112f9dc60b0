#!/usr/bin/env node
// A second engine of Rami, written for the tests from the rules as people play them. It shares
// nothing with rami_engine but the protocol, so that two engines can be held against one corpus.
//
//     node rami.mjs [--fault NAME]
//
// A fault is planted on purpose: the corpus has to find it. This engine keeps no account of the
// rules that it applies.

import { createInterface } from "node:readline";

const FAULTS = ["ace-low", "wrap", "more-than-threshold", "taken-may-return", "no-opening-check"];
const fault = process.argv[2] === "--fault" ? process.argv[3] : undefined;
if (process.argv.length > 2 && !FAULTS.includes(fault)) {
  console.error(`usage: rami.mjs [--fault ${FAULTS.join("|")}]`);
  process.exit(2);
}

const RULES = {
  reference: { packs: (n) => (n < 5 ? 2 : 3), jokers: () => 4, joker: null },
  house: { packs: (n) => (n < 5 ? 2 : 3), jokers: (n) => (n < 5 ? 2 : 3), joker: 15 },
};
const THRESHOLD = { rami40: 40, rami51: 51 };
const HAND = 13, RESHUFFLES = 2, TURNS = 300;
const LADDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = ["S", "H", "D", "C"];
const JOKER = "JK";

class Unreadable extends Error {}

const rankOf = (card) => card.slice(0, -1);
const suitOf = (card) => card.slice(-1);
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const refuse = (reason, concerns = []) => ({ reason, concerns });

function cardsOf(text) {
  if (typeof text !== "string") throw new Unreadable("cards are a text");
  const cards = text.split(/\s+/).filter(Boolean);
  for (const card of cards) {
    if (card !== JOKER && !(LADDER.includes(rankOf(card)) && SUITS.includes(suitOf(card)))) {
      throw new Unreadable(`no card: ${card}`);
    }
  }
  return cards;
}

// ---------------------------------------------------------------- melds

function faceValue(rank, atLowEnd) {
  if (rank === "A") return atLowEnd || fault === "ace-low" ? 1 : 11;
  return Number(rank) || 10;
}

// A slot is a card on the table and what it stands for: {card, as, rank, low}; `as` is "" while
// the suit of a joker in a set is open.
function points(meld, rules) {
  return sum(meld.slots.map(({ card, rank, low }) =>
    card === JOKER && rules.joker !== null ? rules.joker : faceValue(rank, low)));
}

// `settled` is what a joker that already lies there stands for, if that is known; `high` is whether
// an ace already lies at the high end.
function judge(cards, kind, settled = "", high = false) {
  const wild = cards.filter((card) => card === JOKER);
  if (wild.length > 1) return refuse("meld.one-joker", wild);
  const shown = cards.map((card) => (card === JOKER ? settled || JOKER : card));
  const plain = shown.filter((card) => card !== JOKER);
  const most = (kinds) => Math.max(...kinds.map((one) => kinds.filter((it) => it === one).length));
  const ranks = plain.map(rankOf), suits = plain.map(suitOf);
  const guess = new Set(ranks).size <= 1 || most(ranks) > most(suits) ? "set" : "run";
  return (kind || guess) === "set" ? judgeSet(cards, shown, plain) : judgeRun(cards, shown, plain, high);
}

// A meld of the table with more cards; what lies there stays where it lies.
const longer = (meld, cards) =>
  judge([...cardsIn(meld), ...cards], meld.kind, jokerIn(meld)?.as, meld.slots.at(-1).rank === "A");

const repeated = (cards, shown) =>
  cards.filter((_, i) => shown.filter((card) => card === shown[i]).length > 1);

function judgeSet(cards, shown, plain) {
  if (new Set(plain.map(rankOf)).size > 1) {
    return refuse("set.one-rank", cards.filter((card) => card !== JOKER));
  }
  if (new Set(plain).size < plain.length) return refuse("set.distinct-suits", repeated(cards, shown));
  if (cards.length < 3 || cards.length > 4) return refuse("set.size", cards);
  const rank = rankOf(plain[0]);
  const free = SUITS.filter((suit) => !plain.includes(rank + suit));
  const slots = cards.map((card, i) => {
    const as = shown[i] !== JOKER ? shown[i] : free.length === 1 ? rank + free[0] : "";
    return { card, as, rank, low: false };
  });
  return { kind: "set", slots: [...slots.filter((s) => s.card !== JOKER), ...slots.filter((s) => s.card === JOKER)] };
}

function judgeRun(cards, shown, plain, high) {
  if (cards.length < 3) return refuse("run.length", cards);
  const suit = suitOf(plain[0]);
  if (plain.some((card) => suitOf(card) !== suit)) {
    return refuse("run.one-suit", cards.filter((card) => card !== JOKER));
  }
  if (cards.length > 13) return refuse("run.no-wrap", cards);
  if (new Set(plain).size < plain.length) return refuse("run.consecutive", repeated(cards, shown));
  const ladder = fault === "wrap" ? [...LADDER, ...LADDER.slice(1)] : LADDER;
  for (let start = 0; start + cards.length <= ladder.length; start += 1) {
    const stretch = ladder.slice(start, start + cards.length);
    if (!plain.every((card) => stretch.includes(rankOf(card)))) continue;
    if (high && start + cards.length < LADDER.length) continue;
    return {
      kind: "run",
      slots: stretch.map((rank, i) => {
        const at = shown.indexOf(rank + suit);
        return { card: at < 0 ? JOKER : cards[at], as: rank + suit, rank, low: start + i === 0 };
      }),
    };
  }
  const circle = [...LADDER, ...LADDER.slice(1)];
  const around = circle.some((_, start) =>
    plain.every((card) => circle.slice(start, start + cards.length).includes(rankOf(card))));
  return refuse(around ? "run.no-wrap" : "run.consecutive", cards);
}

const cardsIn = (meld) => meld.slots.map((slot) => slot.card);
const jokerIn = (meld) => meld.slots.find((slot) => slot.card === JOKER);
const isPure = (meld) => meld.kind === "run" && !jokerIn(meld);

// ---------------------------------------------------------------- openings

function judgeOpening(melds, game, rules) {
  const total = sum(melds.map((meld) => points(meld, rules)));
  const enough = fault === "more-than-threshold" ? total > THRESHOLD[game] : total >= THRESHOLD[game];
  if (!enough) return { total, reason: "opening.threshold" };
  if (game === "rami51" && !melds.some(isPure)) return { total, reason: "opening.pure-run" };
  return { total };
}

// ---------------------------------------------------------------- hands

const handValue = (card) => (card === JOKER ? 20 : faceValue(rankOf(card), false));

function without(hand, cards) {
  const rest = [...hand];
  const missing = [];
  for (const card of cards) {
    const at = rest.indexOf(card);
    if (at < 0) missing.push(card);
    else rest.splice(at, 1);
  }
  return { rest, missing };
}

// ---------------------------------------------------------------- a round

class Table {
  constructor(question, rules) {
    const given = question.table;
    this.game = question.game;
    this.rules = rules;
    this.hands = given.hands.map(cardsOf);
    this.stock = cardsOf(given.stock);
    this.discards = cardsOf(given.discards);
    this.melds = given.table.map(({ player, cards }) => ({ owner: player, ...this.laid(cards) }));
    this.opened = new Set(given.opened);
    this.tried = new Set(given.tried);
    this.player = given.player;
    this.turn = given.turn;
    this.reshuffles = given.reshuffles;
    this.over = "";
    this.begin();
  }

  laid(cards) {
    const meld = judge(cardsOf(cards));
    if (meld.reason) throw new Unreadable(`no meld: ${cards}`);
    return meld;
  }

  begin() {
    // `taken` is the card from the discard pile while it must not be discarded.
    Object.assign(this, { phase: "draw", drawn: "", taken: "", owed: 0, mine: [], gives: {} });
    this.wasOpen = this.opened.has(this.player);
  }

  get hand() {
    return this.hands[this.player - 1];
  }

  set hand(cards) {
    this.hands[this.player - 1] = cards;
  }

  get isOpen() {
    return this.wasOpen || !judgeOpening(this.mine, this.game, this.rules).reason;
  }

  // The answer to a step; undefined where it names a meld that is not there.
  play(step) {
    const who = this.player;
    this.gives = {};
    const refused = this.over ? refuse(this.over) : this.attempt(step);
    if (refused === null) return undefined;
    if (refused) return { player: who, refused: refused.reason, concerns: refused.concerns.join(" ") };
    const gives = {
      hand: this.hands[who - 1].join(" ") || "nothing",
      table: this.melds.map((meld) => cardsIn(meld).join(" ")).join(" | ") || "nothing",
      top: this.discards.at(-1) ?? "nothing",
      stock: String(this.stock.length),
      next: String(this.player),
      turn: String(this.turn),
      opened: this.opened.has(who) ? "yes" : "no",
    };
    for (const name of ["points", "total", "joker", "returned", "reshuffled", "drawn", "discarded",
      "swapped", "winners", "scores"]) {
      gives[name] = String(this.gives[name] ?? "nothing");
    }
    return { player: who, gives };
  }

  attempt(step) {
    if ("draw" in step) return this.draw(step.draw);
    if ("discard" in step) return this.discard(step.discard);
    if ("lay" in step) return this.lay(cardsOf(step.lay));
    const [text, number] = (step["lay-off"] ?? step.swap ?? "").split(" on ");
    const meld = this.melds[Number(number) - 1];
    if (!meld) return null;
    return "swap" in step ? this.swap(meld, text) : this.layOff(meld, cardsOf(text));
  }

  draw(pile) {
    if (this.phase !== "draw") return refuse("turn.draw");
    const card = (pile === "stock" ? this.stock : this.discards).pop();
    if (pile === "discard") this.drawn = this.taken = card;
    this.hand = [...this.hand, card];
    this.phase = "play";
    this.gives.drawn = card;
    return undefined;
  }

  // What forbids playing these cards from the hand at this moment.
  mayPlay(cards) {
    const { missing } = without(this.hand, cards);
    return this.phase === "draw" || missing.length ? refuse("turn.lay", missing) : undefined;
  }

  // The cards that may be discarded: not the one just taken, nor a joker that is to be played.
  free() {
    const bound = [...(this.taken ? [this.taken] : []), ...Array(this.owed).fill(JOKER)];
    return without(this.hand, bound).rest;
  }

  // The same table a moment later.
  later(change) {
    const copy = Object.assign(Object.create(Object.getPrototypeOf(this)), this);
    copy.hands = [...this.hands];
    return Object.assign(copy, change);
  }

  grown(meld, slots) {
    return this.melds.map((each) => (each === meld ? { ...meld, slots } : each));
  }

  // What forbids the hand that would be left beside these melds on the table.
  mayLeave(cards, melds, table) {
    const { rest } = without(this.hand, cards);
    const left = this.later({
      hand: rest,
      melds: table,
      taken: cards.includes(this.taken) ? "" : this.taken,
      owed: Math.max(0, this.owed - (cards.includes(JOKER) ? 1 : 0)),
    });
    const stuck = rest.length && !left.free().length && !(left.owed && left.canPlayJoker());
    if (stuck) return refuse("turn.keep-a-discard", cards);
    if (rest.length || this.wasOpen) return undefined;
    const short = judgeOpening(melds, this.game, this.rules).reason;
    return short ? refuse("opening.going-out", cards) : undefined;
  }

  // The cards leave the hand; without any left the round is over.
  played(cards) {
    this.hand = without(this.hand, cards).rest;
    if (cards.includes(this.taken)) this.taken = "";
    if (cards.includes(JOKER)) this.owed = Math.max(0, this.owed - 1);
    if (this.hand.length) return;
    if (!this.wasOpen) this.open();
    this.end("end.empty-hand");
  }

  lay(cards) {
    if (this.phase === "discard") return refuse("opening.retry", cards);
    const meld = this.mayPlay(cards) ?? judge(cards);
    if (meld.reason) return meld;
    const mine = this.wasOpen ? [] : [...this.mine, meld];
    const stuck = this.mayLeave(cards, mine, [...this.melds, { owner: this.player, ...meld }]);
    if (stuck) return stuck;
    this.melds.push({ owner: this.player, ...meld });
    this.mine = mine;
    this.gives.points = points(meld, this.rules);
    this.gives.joker = jokerIn(meld)?.as || "nothing";
    this.played(cards);
    return undefined;
  }

  layOff(meld, cards) {
    const refused = this.mayPlay(cards) ?? (this.isOpen ? undefined : refuse("layoff.opened", cards));
    if (refused) return refused;
    const grown = longer(meld, cards);
    const stuck = grown.reason
      ? grown
      : this.mayLeave(cards, this.mine, this.grown(meld, grown.slots));
    if (stuck) return stuck;
    meld.slots = grown.slots;
    this.gives.joker = jokerIn(meld)?.as || "nothing";
    this.played(cards);
    return undefined;
  }

  swap(meld, card) {
    const refused = this.mayPlay([card]) ?? (this.isOpen ? undefined : refuse("joker.swap-opened", [card]));
    if (refused) return refused;
    const joker = jokerIn(meld);
    if (joker && !joker.as) return refuse("joker.open-suit", [card]);
    if (joker?.as !== card) return refuse("joker.swap", [card]);
    const slots = meld.slots.map((slot) => (slot === joker ? { ...slot, card } : slot));
    const change = {
      hand: [...without(this.hand, [card]).rest, JOKER],
      taken: this.taken === card ? "" : this.taken,
      owed: this.owed + 1,
    };
    const left = this.later({ ...change, melds: this.grown(meld, slots) });
    if (!left.free().length && !left.canPlayJoker()) return refuse("turn.keep-a-discard", [card]);
    meld.slots = slots;
    Object.assign(this, change);
    this.gives.swapped = card;
    return undefined;
  }

  canPlayJoker() {
    const others = this.hand.filter((card) => card !== JOKER);
    const some = [[], ...others.map((card) => [card])];
    const choices = some.flatMap((few) => others.map((card) => [...few, card]));
    const tries = [[], ...choices].map((few) => [...few, JOKER]);
    const fits = (cards, judged, table) =>
      !judged.reason && !this.mayPlay(cards) && !this.mayLeave(cards, this.mine, table);
    return tries.some((cards) => {
      const laid = judge(cards);
      if (fits(cards, laid, [...this.melds, laid])) return true;
      return this.melds.some((meld) => {
        const grown = longer(meld, cards);
        return fits(cards, grown, this.grown(meld, grown.slots));
      });
    });
  }

  discard(card) {
    const copies = this.hand.filter((other) => other === card).length;
    if (this.phase === "draw" || !copies) return refuse("turn.discard", [card]);
    if (card === this.taken && copies === 1 && fault !== "taken-may-return") {
      return refuse("turn.no-return-discard", [card]);
    }
    if (this.owed && this.canPlayJoker()) return refuse("joker.play-again", [JOKER]);
    if (!this.free().includes(card) && fault !== "taken-may-return") {
      return refuse("joker.stays", [card]);
    }
    if (this.mine.length && !this.open()) return undefined;
    this.hand = without(this.hand, [card]).rest;
    this.discards.push(card);
    this.gives.discarded = card;
    if (!this.hand.length) this.end("end.empty-hand");
    else this.pass();
    return undefined;
  }

  // The check of the opening; false where the melds went back.
  open() {
    const { total, reason } = judgeOpening(this.mine, this.game, this.rules);
    this.gives.total = total;
    if (!reason || fault === "no-opening-check") {
      this.opened.add(this.player);
      this.tried.delete(this.player);
      return true;
    }
    const back = this.mine.flatMap(cardsIn);
    this.hand = [...this.hand, ...back];
    this.melds.splice(this.melds.length - this.mine.length);
    this.mine = [];
    this.taken = this.drawn;
    this.tried.add(this.player);
    this.phase = "discard";
    this.gives.returned = back.join(" ");
    return false;
  }

  pass() {
    if (this.turn >= TURNS) return this.end("end.turn-limit");
    if (!this.stock.length) {
      if (this.reshuffles >= RESHUFFLES) return this.end("end.stock-empty");
      this.stock = this.discards.splice(0, this.discards.length - 1);
      this.reshuffles += 1;
      this.gives.reshuffled = this.stock.length;
    }
    const given = this.gives;
    this.player = (this.player % this.hands.length) + 1;
    this.turn += 1;
    this.begin();
    this.gives = given;
    return undefined;
  }

  end(rule) {
    const scores = this.hands.map((hand) => sum(hand.map(handValue)));
    const lowest = Math.min(...scores);
    const winners = scores.flatMap((score, i) => (score === lowest ? [i + 1] : []));
    this.over = rule;
    this.gives.scores = scores.join(" ");
    this.gives.winners = rule === "end.empty-hand" ? this.player : winners.join(" ");
  }
}

// ---------------------------------------------------------------- questions

const refusal = ({ reason, concerns }) => ({ verdict: "refused", reason, concerns: concerns.join(" ") });
const mayPlayWith = (players) => players >= 2 && players <= 6;

const ANSWERS = {
  hello: () => ({ name: fault ? `rami.mjs (${fault})` : "rami.mjs", version: "1.0", fingerprint: fault ?? "sound" }),

  meld(question, rules) {
    const meld = judge(cardsOf(question.cards), question.as);
    if (meld.reason) return refusal(meld);
    const joker = jokerIn(meld)?.as;
    return { verdict: "valid", points: points(meld, rules), ...(joker ? { joker } : {}) };
  },

  opening(question, rules) {
    const melds = question.melds.split("|").map((text) => ({ text: text.trim(), ...judge(cardsOf(text)) }));
    const wrong = melds.find((meld) => meld.reason);
    if (wrong) return { meld: wrong.text, ...refusal(wrong) };
    const { total, reason } = judgeOpening(melds, question.game, rules);
    return { total, ...(reason ? { verdict: "refused", reason } : { verdict: "accepted" }) };
  },

  deck({ players }, rules) {
    if (!mayPlayWith(players)) return refusal(refuse("deck.players"));
    const packs = rules.packs(players), jokers = rules.jokers(players);
    return { packs, jokers, total: 52 * packs + jokers };
  },

  value(question, rules) {
    const meld = judge(cardsOf(question.meld));
    if (meld.reason) return refusal(meld);
    const cards = cardsOf(question.cards);
    const lying = cards.map((card) => meld.slots.filter((slot) => slot.card === card));
    return {
      points: lying.map((slots) => points({ slots }, rules)).join(" "),
      hand: cards.map(handValue).join(" "),
    };
  },

  deal({ players, dealer }, rules) {
    if (!mayPlayWith(players)) return refusal(refuse("deck.players"));
    const total = 52 * rules.packs(players) + rules.jokers(players);
    return { hand: HAND, discards: 1, stock: total - HAND * players - 1, starts: (dealer % players) + 1 };
  },

  match(question) {
    const rounds = question.rounds.split("|").map((row) => row.trim().split(/\s+/).map(Number));
    const players = rounds[0].length;
    if (!mayPlayWith(players)) return refusal(refuse("deck.players"));
    const totals = rounds[0].map((_, seat) => sum(rounds.map((row) => row[seat])));
    const over = rounds.length >= (question.agreed ?? rounds.length);
    const best = totals.flatMap((total, i) => (total === Math.min(...totals) ? [i + 1] : []));
    return {
      dealers: rounds.map((_, i) => (i % players) + 1).join(" "),
      totals: totals.join(" "),
      winners: over ? best.join(" ") : "",
    };
  },

  scenario(question, rules) {
    const table = new Table(question, rules);
    const steps = [];
    for (const step of question.steps) {
      const told = table.play(step);
      if (!told) break;
      steps.push(told);
    }
    return { steps };
  },
};

function answer(line) {
  let id = null;
  try {
    const request = JSON.parse(line);
    id = request.id ?? null;
    if (request.protocol !== 1) return { protocol: 1, id, error: "only protocol 1 is spoken here" };
    if (!Object.hasOwn(ANSWERS, request.kind)) return { protocol: 1, id, unsupported: true };
    return { protocol: 1, id, ...ANSWERS[request.kind](request, RULES[request.rules]) };
  } catch (error) {
    return { protocol: 1, id, error: String(error.message) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(line))}\n`);
}
