import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client, Refused, Unreachable } from '../client.js';
import { SessionLost } from '../commands.js';
import { decodeMessage, encodeMessage } from '../frames.js';
import { events, snapshot } from './told.js';

const LIMITS = { message_bytes: 4096, messages_per_s: 1000, burst: 1000 };
const FIRST_TOKEN = Uint8Array.of(1);
const SECOND_TOKEN = Uint8Array.of(2);

/** A server in the hands of the test, and the client that speaks to it. */
class Scene {
  sockets = [];
  told = [];
  storage = {
    token: null,
    load: async () => this.storage.token,
    save: async (token) => { this.storage.token = token; },
  };

  constructor(t, setup = {}) {
    const { sockets, told } = this;
    this.client = new Client({
      url: 'ws://127.0.0.1:1',
      WebSocket: class extends HandSocket {
        constructor() {
          super();
          sockets.push(this);
        }
      },
      storage: this.storage,
      random: () => 0,
      ...setup,
      listener: {
        onItem: (_, item) => told.push(item.kind),
        onChange: () => {},
        onSkipped: () => told.push('skipped'),
        onDifference: () => told.push('difference'),
        onGone: () => told.push('gone'),
        onError: ({ code }) => told.push(code),
      },
    });
    this.running = this.client.run();
    t.after(() => this.end());
  }

  get socket() {
    return this.sockets.at(-1);
  }

  /** A new connection, from hello to welcome. */
  async welcome(changes = {}) {
    await until(() => this.sockets.length > 0 && !this.socket.isOver);
    this.socket.dispatchEvent(new Event('open'));
    await this.sent('hello');
    this.socket.say({
      op: 'welcome', version: 1, session: 's1', resume: FIRST_TOKEN, seats: [], last_n: 0, limits: LIMITS,
      ...changes,
    });
    await this.client.welcomed;
  }

  /** The newest message with this op on this connection, once it has come. */
  async sent(op) {
    await until(() => this.socket.sent.some((message) => message.op === op));
    return this.socket.sent.findLast((message) => message.op === op);
  }

  /** Let the client go, also in the middle of a test that has failed. */
  async end() {
    this.client.bye();
    this.socket.end(1000);
    await Promise.allSettled([this.running]);
  }
}

class HandSocket extends EventTarget {
  sent = [];
  isOver = false;

  send(frame) {
    this.sent.push(decodeMessage(frame.slice().buffer));
  }

  say(message) {
    const data = encodeMessage(message).slice().buffer;
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }

  end(code) {
    this.isOver = true;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }

  close() {
    this.end(1006);
  }
}

async function until(isTrue) {
  for (let turn = 0; turn < 2000 && !isTrue(); turn += 1) {
    await new Promise((resolve) => { setTimeout(resolve, 1); });
  }
  assert.ok(isTrue(), 'it did not come');
}

test('the token is stored, and said with the next hello', async (t) => {
  const scene = new Scene(t);
  await scene.welcome();
  assert.equal((await scene.sent('hello')).resume, null);
  scene.socket.end(1006);

  await scene.welcome({ resume: SECOND_TOKEN });

  assert.deepEqual((await scene.sent('hello')).resume, FIRST_TOKEN);
  assert.deepEqual(scene.storage.token, SECOND_TOKEN);
});

test('an unanswered command goes again under its number, and the next one after it', async (t) => {
  const scene = new Scene(t);
  await scene.welcome({ last_n: 6 });
  const first = scene.client.command('leave', { table: 'T1' });
  const second = scene.client.command('leave', { table: 'T2' });
  assert.equal((await scene.sent('leave')).n, 7);
  scene.socket.end(1006);

  await scene.welcome({ last_n: 7 });
  assert.deepEqual(await scene.sent('leave'), { op: 'leave', n: 7, table: 'T1' });
  scene.socket.say({ op: 'ok', n: 7, table: 'T1', version: 3, dup: true });
  assert.equal((await first).dup, true);
  await until(() => scene.socket.sent.at(-1).n === 8);
  scene.socket.say({ op: 'refused', n: 8, code: 'E_NOT_SEATED', rule: null, args: {}, legal: null });

  assert.equal((await second).code, 'E_NOT_SEATED');
});

test('"not now" means the same command again', async (t) => {
  const scene = new Scene(t);
  await scene.welcome();
  const answer = scene.client.command('leave', { table: 'T1' });
  await scene.sent('leave');
  scene.socket.say({ op: 'refused', n: 1, code: 'E_BUSY', rule: null, args: { retry_ms: 1 }, legal: null });

  await until(() => scene.socket.sent.filter(({ op, n }) => op === 'leave' && n === 1).length === 2);
  scene.socket.say({ op: 'ok', n: 1, table: 'T1', version: 3, dup: false });

  assert.equal((await answer).op, 'ok');
});

test('a gap is asked about once, from the position that is known', async (t) => {
  const scene = new Scene(t);
  await scene.welcome();
  scene.socket.say(snapshot(5));

  scene.socket.say(events(8, [{ kind: 'hidden' }]));
  scene.socket.say(events(9, [{ kind: 'hidden' }]));
  scene.socket.say(events(6, ['ready', 'paused', 'hidden', 'fireworks'].map((kind) => ({ kind, seat: 0 }))));
  scene.socket.say({ op: 'replayed', table: 'T1', count: 4, version: 9 });

  scene.client.bye();
  await scene.sent('bye'); // whatever was asked went before it
  const asked = scene.socket.sent.filter(({ op }) => op === 'resync');
  assert.deepEqual(asked.map(({ version }) => version), [5]);
  assert.deepEqual(scene.told, ['ready', 'paused', 'hidden', 'fireworks']);
  assert.equal(scene.client.tables.get('T1').position.version, 9);
});

test('after a welcome every table is asked for from where it was left', async (t) => {
  const scene = new Scene(t);
  await scene.welcome();
  scene.socket.say(snapshot(5));
  scene.socket.end(1006);

  await scene.welcome({ seats: [{ table: 'T1', seat: 0 }, { table: 'T2', seat: 1 }] });

  await until(() => scene.socket.sent.filter(({ op }) => op === 'resync').length === 2);
  const asked = scene.socket.sent.filter(({ op }) => op === 'resync');
  assert.deepEqual(asked.map(({ table, version }) => [table, version]), [['T1', 5], ['T2', undefined]]);
});

test('a message that only newer clients know is passed over', async (t) => {
  const scene = new Scene(t);
  await scene.welcome();

  scene.socket.say({ op: 'fireworks', colour: 'green' });
  scene.socket.say(snapshot(5));

  assert.equal(scene.client.tables.get('T1').position.version, 5);
});

test('a token that is no longer good is forgotten, with the session and its commands', async (t) => {
  const scene = new Scene(t);
  await scene.welcome();
  scene.socket.say(snapshot(5));
  const lost = assert.rejects(scene.client.command('leave', { table: 'T1' }), SessionLost);
  await scene.sent('leave');
  scene.socket.end(4004);

  await scene.welcome({ session: 's2' });

  assert.equal((await scene.sent('hello')).resume, null);
  await lost;
  assert.deepEqual(scene.told, ['gone']);
});

test('who was replaced by a newer connection does not come back', { timeout: 10_000 }, async (t) => {
  const scene = new Scene(t);
  await scene.welcome();
  const refused = assert.rejects(scene.running, Refused);

  scene.socket.end(4005);

  await refused;
  assert.equal(scene.sockets.length, 1);
});

test('a server that never answers is given up after the time that is set', async (t) => {
  let now = 0;
  const scene = new Scene(t, { now: () => now, firstWaitMs: 3000 });
  const refused = assert.rejects(scene.running, (fault) => {
    assert.ok(fault instanceof Unreachable);
    assert.equal(fault.message, 'the server at ws://127.0.0.1:1 cannot be reached: no welcome within 3 s');
    return true;
  });
  await until(() => scene.sockets.length === 1);
  now = 2999;
  scene.socket.end(1006);
  await until(() => scene.sockets.length === 2);

  now = 3000;
  scene.socket.end(1006);

  await refused;
  assert.equal(scene.sockets.length, 2);
});

test('a server that was there is waited for longer', async (t) => {
  let now = 0;
  const scene = new Scene(t, { now: () => now, firstWaitMs: 3000, awayWaitMs: 9000 });
  await scene.welcome();
  scene.socket.end(1006);
  await until(() => scene.sockets.length === 2);
  now = 8999;
  scene.socket.end(1006);
  await until(() => scene.sockets.length === 3);
  const refused = assert.rejects(scene.running, /did not come back: no welcome within 9 s/);

  now = 9000;
  scene.socket.end(1006);

  await refused;
});
