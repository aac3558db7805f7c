import assert from 'node:assert/strict';
import { test } from 'node:test';

import { contextOf, derivedDeal, faultOf } from '../derivation.js';

// "A deal to compare with", as engine/README.md shows it.
const SOURCE = {
  secret: bytes('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'),
  table: 'QF7K2',
  deal: 1,
  fixedDealer: null,
  entropies: [
    bytes('808182838485868788898a8b8c8d8e8f'), null, null, bytes('f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff'),
  ],
};
const COMMITMENT = bytes('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
const CONTEXT = '0000000e7461726f63636f2d6465616c2f31000000055146374b32000000013100000000'
  + '00000010808182838485868788898a8b8c8d8e8f0000000000000000'
  + '00000010f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff';
const HANDS = [
  'SQ SF SA B10 CF C6 DQ DF D9 D7 LU 11 10 M2 M4',
  'S9 S8 BR B8 B6 CQ CC C10 CA D8 DA 12 8 6 M1',
  'SC S6 BQ BF B9 B7 BA DC D10 AN 16 15 9 7 MT',
  'SR S10 S7 BC CR C9 C8 C7 DR D6 MN SO 14 13 5 M3 BG',
].map((hand) => hand.split(' '));

function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function settled(changes = {}) {
  const { secret, entropies } = SOURCE;
  return { teams: [], hands: HANDS, secret, entropies, dealer_drawn: true, ...changes };
}

function promised(changes = {}) {
  return {
    table: 'QF7K2', deal: 1, dealer: 3, commitment: COMMITMENT,
    you: 0, entropy: SOURCE.entropies[0], hand: HANDS[0], ...changes,
  };
}

test('the context is the one of the document', () => {
  assert.equal(Buffer.from(contextOf(SOURCE)).toString('hex'), CONTEXT);
});

test('dealer and hands are those of the document', async () => {
  assert.deepEqual(await derivedDeal(SOURCE), { dealer: 3, hands: HANDS });
});

test('a deal as promised has no fault', async () => {
  assert.equal(await faultOf(settled(), promised()), null);
});

for (const [what, settlement, promise] of [
  ['the secret', settled({ secret: bytes('ff'.repeat(32)) }), promised()],
  ['entropy', settled({ entropies: [null, null, null, null] }), promised()],
  ['another dealer', settled(), promised({ dealer: 2 })],
  ['other hands', settled({ hands: [...HANDS].reverse() }), promised()],
  ['our hand', settled(), promised({ hand: HANDS[1] })],
]) {
  test(`a fault is found: ${what}`, async () => {
    assert.match(await faultOf(settlement, promise), new RegExp(what));
  });
}
