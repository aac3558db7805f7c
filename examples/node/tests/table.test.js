import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Table } from '../table.js';
import { events, snapshot, tokenOf, view } from './told.js';

const HIDDEN = { kind: 'hidden' };
const PAUSED = { kind: 'paused' };

function tableAt(version) {
  const table = new Table('T1');
  table.replace(snapshot(version));
  return table;
}

for (const [what, message] of [
  ['a number is missing', events(7, [PAUSED])],
  ['another history', events(6, [PAUSED], { epoch: new Uint8Array(8) })],
  ['the same version with another token', events(5, [PAUSED], { token: Uint8Array.of(99) })],
]) {
  test(`a gap changes nothing: ${what}`, () => {
    const table = tableAt(5);

    assert.equal(table.take(message), null);

    assert.equal(table.position.version, 5);
    assert.equal(table.view.paused, false);
  });
}

test('news moves the position on, and every item is folded', () => {
  const table = tableAt(5);

  assert.deepEqual(table.take(events(6, [HIDDEN, PAUSED])), [HIDDEN, PAUSED]);

  assert.deepEqual(table.position.token, tokenOf(7));
  assert.equal(table.view.paused, true);
});

test('of news that is known in part, the new part counts', () => {
  const table = tableAt(5);

  assert.deepEqual(table.take(events(4, [HIDDEN, HIDDEN, PAUSED])), [PAUSED]);

  assert.equal(table.position.version, 6);
  assert.equal(table.tally.duplicated, 2);
});

test('an unknown kind takes its number and unknown keys are passed over', () => {
  const table = tableAt(5);

  table.take(events(6, [{ kind: 'fireworks', seat: 2 }, { ...PAUSED, colour: 'green' }]));

  assert.equal(table.position.version, 7);
  assert.equal(table.view.paused, true);
});

test('what is asked a second time in a row is asked without a position', () => {
  const table = tableAt(5);

  assert.equal(table.question(0).version, 5);
  assert.equal('version' in table.question(0), false);
  table.replace(snapshot(9));
  assert.equal(table.question(0).version, 9);
});

test('who is behind after the answer asks again', () => {
  const table = tableAt(5);
  table.take(events(9, [HIDDEN]));

  table.question(0);
  table.take(events(6, [HIDDEN, HIDDEN]));
  assert.equal(table.replayed(7), false);
  table.take(events(8, [HIDDEN, HIDDEN]));
  assert.equal(table.replayed(9), true);
});

test('a snapshot of the same position shows whether the picture is right', () => {
  const table = tableAt(5);

  assert.equal(table.replace(snapshot(5)), null);
  const other = view({ deals_played: 3 });
  assert.equal(table.replace(snapshot(5, { view: other })), '.deals_played');

  assert.equal(table.tally.differing, 1);
});

for (const [reason, counted] of [['trimmed', 'skipped'], ['slow', 'skipped'], ['rewound', 'lost'], ['asked', 'lost']]) {
  test(`events that a snapshot stands for, as it is ${reason}, are ${counted}`, () => {
    const table = tableAt(5);

    table.replace(snapshot(8, { reason }));

    assert.equal(table.tally[counted], 3);
    assert.equal(table.tally.skipped + table.tally.lost, 3);
  });
}
