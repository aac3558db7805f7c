/**
 * Items folded into a view: what each kind changes, one function for each.
 *
 * A kind that is not listed changes nothing. Functions change the view in place; nobody
 * else does.
 */

import { after, inCardOrder, team, without } from './cards.js';

/**
 * @typedef {import('./types.js').View} View
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').DealView} DealView
 */

/**
 * Change a view by one item.
 * @param {View} view
 * @param {Item} item
 */
export function fold(view, item) {
  if (!Object.hasOwn(CHANGES, item.kind)) return;
  CHANGES[item.kind](view, item);
  if (ENDS_QUESTIONS.has(item.kind)) Object.assign(dealOf(view), { undo: null, claim: null });
}

const ENDS_QUESTIONS = new Set([
  'discarded', 'declared', 'skipped', 'card_played', 'trick_won', 'taken_back', 'deal_settled',
]);

/** @type {Record<string, (view: View, item: any) => void>} */
const CHANGES = {
  seat_taken: seatTaken,
  seat_left: seatLeft,
  control: controlChanged,
  ready: (view, { seat }) => { view.seats[seat].ready = true; },
  bank: (view, { seat, left_ms }) => { view.seats[seat].bank_ms = left_ms; },
  pause_wished: (view, { seat, wish }) => { view.seats[seat].wants_pause = wish; },
  paused: (view) => { view.paused = true; },
  pause_ended: pauseEnded,
  deal_committed: (view, { commitment }) => { view.commitment = commitment; },
  match_began: (view) => Object.assign(view, { match: [0, 0], deals_played: 0 }),
  deal_started: dealStarted,
  discarded,
  declared: (view, { seat, score }) => declare(view, seat, { skipped: false, score }),
  skipped: (view, { seat }) => declare(view, seat, { skipped: true, score: null }),
  card_played: cardPlayed,
  trick_won: trickWon,
  deal_settled: dealSettled,
  undo_asked: (view, { seat }) => { dealOf(view).undo = seat; },
  undo_answered: (view, { agrees }) => { if (!agrees) dealOf(view).undo = null; },
  taken_back: takenBack,
  claim_made: claimMade,
  claim_answered: (view, { agrees }) => { if (!agrees) dealOf(view).claim = null; },
  table_closed: (view, { reason }) => { view.closed = reason; },
};

/**
 * The deal of a view.
 * @param {View} view
 * @returns {DealView}
 * @throws {Error} if there is none, which no server may send
 */
function dealOf(view) {
  if (view.deal === null) throw new Error('news of a deal before its beginning');
  return view.deal;
}

/** @type {(view: View, item: any) => void} */
function seatTaken(view, { seat, occupant, name, level, you, host }) {
  Object.assign(view.seats[seat], {
    occupant, name, level, control: occupant, connected: true, ready: false, wants_pause: false,
  });
  view.host = host;
  if (you || view.you === seat) {
    view.you = you ? seat : null;
    forgetCards(view);
  }
}

/** @type {(view: View, item: any) => void} */
function controlChanged(view, { seat, control, connected }) {
  Object.assign(view.seats[seat], { control, connected });
  if (!connected) view.seats[seat].wants_pause = false;
}

/** @type {(view: View, item: any) => void} */
function seatLeft(view, { seat, host }) {
  view.seats[seat] = {
    occupant: 'empty', name: null, level: null, control: null,
    connected: false, ready: false, wants_pause: false, bank_ms: 0,
  };
  view.host = host;
  if (view.you === seat) {
    view.you = null;
    forgetCards(view);
  }
}

/** @param {View} view */
function forgetCards(view) {
  if (view.deal) Object.assign(view.deal, { hand: null, discards: null });
}

/** @param {View} view */
function pauseEnded(view) {
  view.paused = false;
  for (const seat of view.seats) seat.wants_pause = false;
}

/** @type {(view: View, item: any) => void} */
function dealStarted(view, { deal, dealer, counts, hand }) {
  view.deal = {
    deal, dealer, counts: [...counts], hand,
    discarded: false, discards: null, declarations: [null, null, null, null],
    leader: after(dealer), trick: [], tricks: [], tricks_won: [0, 0],
    settlement: null, claim: null, undo: null, shown_hands: [],
  };
  for (const seat of view.seats) Object.assign(seat, { ready: false, bank_ms: view.options.bank_ms });
}

/** @type {(view: View, item: any) => void} */
function discarded(view, { seat, cards }) {
  const deal = dealOf(view);
  deal.discarded = true;
  deal.counts[seat] -= 2;
  if (view.you === seat && cards !== null) {
    deal.hand = deal.hand && without(deal.hand, cards);
    deal.discards = cards;
  }
}

/** @type {(view: View, seat: number, declaration: import('./types.js').Declaration) => void} */
function declare(view, seat, declaration) {
  dealOf(view).declarations[seat] = declaration;
}

/** @type {(view: View, item: any) => void} */
function cardPlayed(view, { seat, card }) {
  const deal = dealOf(view);
  deal.trick.push(card);
  deal.counts[seat] -= 1;
  deal.hand = deal.hand && without(deal.hand, [card]);
  for (const shown of deal.shown_hands) shown.hand = without(shown.hand, [card]);
}

/** @type {(view: View, item: any) => void} */
function trickWon(view, { leader, cards, winner }) {
  const deal = dealOf(view);
  deal.tricks.push({ leader, cards, winner });
  deal.tricks_won[team(winner)] += 1;
  deal.trick = [];
  deal.leader = winner;
}

/** @type {(view: View, item: any) => void} */
function dealSettled(view, { settlement, match, deals_played }) {
  dealOf(view).settlement = settlement;
  Object.assign(view, { match, deals_played });
}

/** @type {(view: View, item: any) => void} */
function takenBack(view, { seat, card }) {
  const deal = dealOf(view);
  if (deal.trick.length === 0) reopenLastTrick(deal);
  deal.trick.pop();
  deal.counts[seat] += 1;
  if (view.you === seat && deal.hand) deal.hand = inCardOrder([...deal.hand, card]);
  for (const shown of deal.shown_hands) {
    if (shown.seat === seat) shown.hand = inCardOrder([...shown.hand, card]);
  }
}

/** @param {DealView} deal */
function reopenLastTrick(deal) {
  const last = deal.tricks.pop();
  if (!last) throw new Error('a card taken back before one was played');
  deal.tricks_won[team(last.winner)] -= 1;
  deal.trick = [...last.cards];
  deal.leader = last.leader;
}

/** @type {(view: View, item: any) => void} */
function claimMade(view, { seat, ours, hand }) {
  const deal = dealOf(view);
  deal.claim = { seat, ours };
  deal.shown_hands.push({ seat, hand });
}
