/** Every example of the protocol's document: the bytes mean what the JSON beside them says. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { decodeMessage, encodeMessage } from '../frames.js';

const DOCUMENT = new URL('../../../protocol/README.md', import.meta.url);
const EXAMPLE = /```json\n(\{"op"[^`]*)```\n(?:\n<details>.*\n)?\n```\n([0-9a-f\n]+)```/g;

const examples = [...readFileSync(DOCUMENT, 'utf-8').matchAll(EXAMPLE)].map(([, json, hex]) => ({
  message: JSON.parse(json, (_, value) => asBytes(value)),
  frame: Uint8Array.from(Buffer.from(hex.replaceAll('\n', ''), 'hex')),
}));

function asBytes(value) {
  if (typeof value !== 'string' || !value.startsWith('hex:')) return value;
  return Uint8Array.from(Buffer.from(value.slice('hex:'.length), 'hex'));
}

test('there are examples of all messages', () => {
  assert.ok(examples.length >= 30, `${examples.length} examples`);
});

for (const { message, frame } of examples) {
  test(`${message.op}: bytes and meaning agree`, () => {
    assert.deepEqual(decodeMessage(frame.buffer), message);
    assert.deepEqual(encodeMessage(message), frame);
  });
}

test('a text frame and what is no map are no messages', () => {
  for (const frame of ['{"op":"pong"}', Uint8Array.of(0x93, 1, 2, 3).buffer, Uint8Array.of(0xc1).buffer]) {
    assert.throws(() => decodeMessage(frame));
  }
});
