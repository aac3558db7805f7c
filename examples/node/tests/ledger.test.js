import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Ledger } from '../ledger.js';

const PLAY = { op: 'play', fields: { card: 'SR' } };
const PLAYED = { kind: 'card_played', seat: 0, card: 'SR' };

function counted(...steps) {
  const ledger = new Ledger();
  for (const step of steps) step(ledger);
  return [ledger.lost, ledger.duplicated];
}

const acknowledged = (ledger) => ledger.acknowledged(1, PLAY);
const happened = (ledger) => ledger.happened(1, PLAYED);
const forgiven = (ledger) => ledger.forgive(1);

test('a move that was acknowledged and happened is in order, whichever was told first', () => {
  assert.deepEqual(counted(acknowledged, happened), [0, 0]);
  assert.deepEqual(counted(happened, acknowledged), [0, 0]);
});

test('a move that did not happen is lost', () => {
  assert.deepEqual(counted(acknowledged), [1, 0]);
});

test('a move that happened twice is duplicated', () => {
  assert.deepEqual(counted(acknowledged, happened, happened), [0, 1]);
});

test('the same card in another deal is another move', () => {
  assert.deepEqual(counted(acknowledged, (ledger) => ledger.happened(2, PLAYED)), [1, 1]);
});

test('a deal that was not told in full is not counted', () => {
  assert.deepEqual(counted(acknowledged, forgiven), [0, 0]);
});
