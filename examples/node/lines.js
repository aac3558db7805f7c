/** What is printed about a table. */

import { team } from './cards.js';

/**
 * A line about a trick or a result; null for everything else.
 * @param {import('./types.js').View} view
 * @param {import('./types.js').Item} item
 * @returns {string | null}
 */
export function lineAbout(view, item) {
  const deal = `deal ${view.deal?.deal}`;
  const names = view.seats.map(({ name }) => name ?? 'nobody');
  if (item.kind === 'trick_won') {
    const { trick, leader, cards, winner } = item;
    return `${deal}, trick ${trick}: ${names[leader]} leads ${cards.join(' ')}, `
      + `${names[winner]} wins it for team ${team(winner)}`;
  }
  if (item.kind === 'deal_settled') {
    const [first, second] = item.settlement.teams;
    return `${deal}: ${first.total} to ${second.total}; match: ${item.match.join(' to ')}`;
  }
  return null;
}
