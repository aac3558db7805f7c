import assert from 'node:assert/strict';
import { test } from 'node:test';

import { choose } from '../bot.js';
import { view } from './told.js';

const first = () => 0;
const last = () => 0.999;

function situation(changes) {
  return { phase: 'play', turn: 0, legal: ['SR', 'MT'], discardable: [], offer: null, asked: null, ...changes };
}

test('a card is played from the legal ones', () => {
  assert.deepEqual(choose(view(), situation({}), first), { op: 'play', fields: { card: 'SR' } });
  assert.deepEqual(choose(view(), situation({}), last), { op: 'play', fields: { card: 'MT' } });
});

test('two different cards are discarded', () => {
  const asked = situation({ phase: 'discard', discardable: ['S6', 'B6', 'C6'] });

  assert.deepEqual(choose(view(), asked, first).fields.cards, ['S6', 'B6']);
});

for (const [total, op] of [[10, 'declare'], [0, 'skip']]) {
  test(`who could declare ${total} points says ${op}`, () => {
    const asked = situation({ phase: 'declare', offer: { total, public_cards: [] } });

    assert.equal(choose(view(), asked, first).op, op);
  });
}

test('a question is answered, whoever is to act', () => {
  assert.equal(choose(view(), situation({ turn: 2, asked: 'claim' }), first).op, 'reply');
});

for (const [what, picture, asked] of [
  ['another seat is to act', view(), situation({ turn: 1 })],
  ['the table pauses', view({ paused: true }), situation({})],
  ['something is being asked', view({ deal: { undo: 0 } }), situation({})],
  ['one has no seat', view({ you: null }), situation({ turn: null })],
]) {
  test(`nothing is done while ${what}`, () => assert.equal(choose(picture, asked, first), null));
}
