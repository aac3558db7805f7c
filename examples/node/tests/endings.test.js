import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Backoff, afterwards } from '../endings.js';

for (const [code, next] of [
  [1000, 'soon'], [1006, 'soon'], [4000, 'soon'], [1012, 'later'], [4009, 'later'],
  [4005, 'never'], [1009, 'never'], [4004, 'without token'],
  [4999, 'later'], [3000, 'later'], [1099, 'never'],
]) {
  test(`after ${code}: ${next}`, () => assert.equal(afterwards(code), next));
}

test('the bound of the pause doubles up to half a minute, until a connection has held', () => {
  const backoff = new Backoff(() => 1);

  assert.deepEqual(Array.from({ length: 8 }, () => backoff.pause(1006, 0)),
    [500, 1000, 2000, 4000, 8000, 10000, 10000, 10000]);
  backoff.reset();
  assert.equal(backoff.pause(1006, 0), 500);
});

test('after goaway the pause is at least what it named', () => {
  assert.equal(new Backoff(() => 0).pause(1012, 4885), 4885);
});
