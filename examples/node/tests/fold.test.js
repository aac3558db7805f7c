import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fold } from '../fold.js';
import { view } from './told.js';

const STARTED = { kind: 'deal_started', deal: 1, dealer: 3, counts: [15, 15, 15, 17], hand: ['SR', 'D6', 'MT'] };

function folded(items, changes) {
  const picture = view(changes);
  for (const item of items) fold(picture, item);
  return picture;
}

function played(...cards) {
  return cards.map((card, seat) => ({ kind: 'card_played', seat, card, by: 'bot' }));
}

const TRICK = { kind: 'trick_won', trick: 1, leader: 0, cards: ['SR', 'S6', 'S7', 'AN'], winner: 3 };

test('a card that is played leaves the hand', () => {
  const { deal } = folded([STARTED, ...played('SR')]);

  assert.deepEqual(deal.hand, ['D6', 'MT']);
  assert.deepEqual(deal.trick, ['SR']);
  assert.deepEqual(deal.counts, [14, 15, 15, 17]);
});

test('a trick goes to the team of its winner, who leads', () => {
  const { deal } = folded([STARTED, ...played('SR', 'S6', 'S7', 'AN'), TRICK]);

  assert.deepEqual(deal.trick, []);
  assert.deepEqual(deal.tricks_won, [0, 1]);
  assert.equal(deal.leader, 3);
});

test('a card taken back opens the trick that it had completed', () => {
  const back = { kind: 'taken_back', seat: 3, card: 'AN' };
  const { deal } = folded([STARTED, ...played('SR', 'S6', 'S7', 'AN'), TRICK, back]);

  assert.deepEqual(deal.trick, ['SR', 'S6', 'S7']);
  assert.deepEqual(deal.tricks, []);
  assert.deepEqual(deal.tricks_won, [0, 0]);
  assert.deepEqual([deal.leader, deal.counts[3]], [0, 17]);
});

test("one's own card taken back lies in card order again", () => {
  const back = { kind: 'taken_back', seat: 0, card: 'D6' };

  assert.deepEqual(folded([STARTED, ...played('D6'), back]).deal.hand, ['SR', 'D6', 'MT']);
});

test('whoever loses the seat sees no cards any more', () => {
  const bot = { kind: 'seat_taken', seat: 0, occupant: 'bot', name: 'bot-0', level: 'easy', you: false, host: null };
  const picture = folded([STARTED, bot]);

  assert.deepEqual([picture.you, picture.deal.hand], [null, null]);
  assert.equal(picture.seats[0].control, 'bot');
});

test('who goes away wants no pause any more', () => {
  const wish = { kind: 'pause_wished', seat: 1, wish: true };
  const away = { kind: 'control', seat: 1, control: 'grace', connected: false };

  assert.equal(folded([wish]).seats[1].wants_pause, true);
  assert.equal(folded([wish, away]).seats[1].wants_pause, false);
});

test('a move ends what was being asked', () => {
  const claim = { kind: 'claim_made', seat: 1, ours: true, hand: ['S6', 'C6'] };
  const { deal } = folded([STARTED, claim, ...played('SR', 'S6')]);

  assert.equal(deal.claim, null);
  assert.deepEqual(deal.shown_hands, [{ seat: 1, hand: ['C6'] }]);
});
