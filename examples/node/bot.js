/** What to do at a table: something legal, at random, from what the server says is allowed. */

import { without } from './cards.js';

/**
 * @typedef {object} Move
 * @property {string} op
 * @property {Record<string, unknown>} fields
 */

/**
 * The move to make now, or null if others are to act.
 * @param {import('./types.js').View} view
 * @param {import('./types.js').Situation} situation
 * @param {() => number} random from 0 to 1
 * @returns {Move | null}
 */
export function choose(view, situation, random) {
  if (situation.asked) return { op: 'reply', fields: { agrees: false } };
  if (view.paused || view.deal?.claim || typeof view.deal?.undo === 'number') return null;
  if (view.you === null || situation.turn !== view.you) return null;
  switch (situation.phase) {
    case 'discard':
      return { op: 'discard', fields: { cards: twoOf(situation.discardable, random) } };
    case 'declare':
      return { op: situation.offer?.total ? 'declare' : 'skip', fields: {} };
    case 'play':
      return { op: 'play', fields: { card: oneOf(situation.legal, random) } };
    default:
      return null;
  }
}

/**
 * @param {string[]} cards
 * @param {() => number} random
 */
function twoOf(cards, random) {
  const first = oneOf(cards, random);
  return [first, oneOf(without(cards, [first]), random)];
}

/**
 * @param {string[]} cards
 * @param {() => number} random
 */
function oneOf(cards, random) {
  return cards[Math.floor(random() * cards.length)];
}
