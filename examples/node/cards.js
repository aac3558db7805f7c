/** The 62 cards in card order, and the seats. */

const RANKS = ['R', 'Q', 'C', 'F', '10', '9', '8', '7', '6', 'A'];
const SUITS = ['S', 'B', 'C', 'D'];
const TRUMPS = ['AN', 'MN', 'SO', 'LU', ...numbersDown(16, 5), 'M1', 'M2', 'M3', 'M4', 'BG'];

/** Every card code, in card order. */
export const DECK = Object.freeze([
  ...SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank)),
  ...TRUMPS,
  'MT',
]);

/** @type {ReadonlyMap<string, number>} */
const PLACES = new Map(DECK.map((card, place) => [card, place]));

/**
 * The cards in card order, as a new array.
 * @param {readonly string[]} cards
 */
export function inCardOrder(cards) {
  return [...cards].sort((one, other) => (PLACES.get(one) ?? 0) - (PLACES.get(other) ?? 0));
}

/**
 * The cards without some of them, as a new array.
 * @param {readonly string[]} cards
 * @param {readonly string[]} gone
 */
export function without(cards, gone) {
  return cards.filter((card) => !gone.includes(card));
}

/**
 * The seat that plays after this one.
 * @param {number} seat
 */
export function after(seat) {
  return (seat + 1) % 4;
}

/**
 * The team of a seat.
 * @param {number} seat
 */
export function team(seat) {
  return seat % 2;
}

/**
 * @param {number} first
 * @param {number} last
 */
function numbersDown(first, last) {
  return Array.from({ length: first - last + 1 }, (_, step) => String(first - step));
}
