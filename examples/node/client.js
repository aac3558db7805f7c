/**
 * A client of the protocol, for browsers and for Node: connects and comes back, resumes its
 * session, repeats what was not answered, and keeps a picture of each table it follows.
 *
 * It is handed everything that differs between places: a WebSocket class, where to keep the
 * resume token, and a source of chance.
 */

import { Commands, isNotNow } from './commands.js';
import { Connection } from './connection.js';
import { Backoff, afterwards } from './endings.js';
import { Pace } from './pace.js';
import { Tables } from './tables.js';

const VERSIONS = [1, 1];
const WELCOME_MS = 10_000;
const ANSWER_MS = 10_000;
const SILENCE_MS = 45_000;
const PING_MS = 15_000;
const WATCH_MS = 1000;
const FIRST_WAIT_MS = 10_000;
const AWAY_WAIT_MS = 120_000;
const STEADY_MS = 10_000;

/**
 * @typedef {import('./types.js').Message} Message
 * @typedef {import('./tables.js').Listener & {onError: (error: Message) => void}} Listener
 *   `onError`: a message without a number could not be taken
 *
 * @typedef {object} Setup
 * @property {string} url
 * @property {typeof globalThis.WebSocket} WebSocket
 * @property {import('./types.js').TokenStorage} storage
 * @property {Listener} listener
 * @property {string} [name] what the others see
 * @property {() => number} [random] from 0 to 1
 * @property {() => number} [now] milliseconds that only go up
 * @property {number} [firstWaitMs] how long a server may take to let the client in at first
 * @property {number} [awayWaitMs] how long it may be away later, until the client gives up
 * @property {number} [steadyMs] a connection that held for so long begins the back-off anew
 */

/** The server will not have this client, or cannot be reached. */
export class Refused extends Error {}

/** The server has not answered for as long as it is waited for. */
export class Unreachable extends Refused {}

export class Client {
  /** Those that are followed. */
  tables;
  /** @type {{table: string, seat: number}[]} Where the session sat when it was last welcomed. */
  seats = [];
  /** @type {Promise<void>} Kept once the server has said welcome for the first time. */
  welcomed;
  #setup;
  #now;
  #commands;
  #pace;
  #backoff;
  /** @type {Connection | null} */
  #connection = null;
  #greeted = false;
  #leaving = false;
  /** @type {string | null} */
  #session = null;
  #goawayMs = 0;
  #pingedAt = 0;
  #onlineAt = 0;
  #welcomedAt = 0;
  /** @type {Message | null} */
  #lastError = null;
  /** @type {unknown} What went wrong here, and not on the way. */
  #fault = null;
  /** @type {() => void} */
  #tellWelcomed = () => {};

  /** @param {Setup} setup */
  constructor(setup) {
    this.#setup = setup;
    this.#now = setup.now ?? (() => performance.now());
    this.#pace = new Pace(this.#now);
    this.#backoff = new Backoff(setup.random ?? Math.random);
    this.#commands = new Commands((message) => this.#connection?.send(message), this.#now);
    this.tables = new Tables(setup.listener, this.#now);
    this.welcomed = new Promise((resolve) => { this.#tellWelcomed = resolve; });
  }

  /**
   * Stay connected until {@link bye}.
   * @returns {Promise<void>}
   * @throws {Refused} if coming back is of no use
   * @throws {Unreachable} if the server is away for too long
   */
  async run() {
    const watch = setInterval(() => this.#watch(), WATCH_MS);
    this.#onlineAt = this.#now();
    try {
      while (!this.#leaving) await this.#pauseAfter(await this.#connectOnce());
    } finally {
      clearInterval(watch);
      this.#commands.lose();
    }
  }

  /**
   * Give a command, repeated until it is answered.
   * @param {string} op
   * @param {object} fields all but the number
   * @returns {Promise<Message>} `ok`, `refused`, or `error`
   */
  command(op, fields) {
    return this.#commands.give(op, fields);
  }

  /** End the connection on purpose; the seats are kept. */
  bye() {
    this.#leaving = true;
    if (this.#greeted) this.#connection?.send({ op: 'bye' });
  }

  /**
   * One connection from beginning to end.
   * @returns {Promise<number>} its close code
   */
  async #connectOnce() {
    const { url, WebSocket, storage } = this.#setup;
    const token = await storage.load();
    this.#goawayMs = 0;
    const code = await new Promise((resolve) => {
      const connection = new Connection(url, WebSocket, this.#pace, this.#now, {
        onOpen: () => connection.send(this.#hello(token)),
        onMessage: (message) => this.#take(message),
        onEnd: resolve,
      });
      this.#connection = connection;
    });
    if (this.#greeted) this.#noteEnd();
    this.#connection = null;
    this.#greeted = false;
    this.#commands.offline();
    this.tables.offline();
    return code;
  }

  /** A connection that was welcomed has ended. */
  #noteEnd() {
    this.#onlineAt = this.#now();
    const heldMs = this.#onlineAt - this.#welcomedAt;
    if (heldMs >= (this.#setup.steadyMs ?? STEADY_MS)) this.#backoff.reset();
  }

  /**
   * Wait before the next connection, if there is to be one.
   * @param {number} code with which the one before ended
   */
  async #pauseAfter(code) {
    if (this.#fault !== null) throw this.#fault;
    if (this.#leaving) return;
    const next = afterwards(code);
    if (next === 'never') throw new Refused(`the connection ended with ${code}: ${this.#reason()}`);
    const leftMs = this.#patienceMs - (this.#now() - this.#onlineAt);
    if (leftMs <= 0) throw this.#unreachable();
    if (next === 'without token') await this.#setup.storage.save(null);
    const waitMs = Math.min(leftMs, this.#backoff.pause(code, this.#goawayMs));
    await new Promise((resolve) => { setTimeout(resolve, waitMs); });
  }

  /** How long the server may be away now. */
  get #patienceMs() {
    const { firstWaitMs = FIRST_WAIT_MS, awayWaitMs = AWAY_WAIT_MS } = this.#setup;
    return this.#session === null ? firstWaitMs : awayWaitMs;
  }

  #unreachable() {
    const seconds = this.#patienceMs / 1000;
    const what = this.#session === null ? 'cannot be reached' : 'did not come back';
    return new Unreachable(`the server at ${this.#setup.url} ${what}: no welcome within ${seconds} s`);
  }

  #reason() {
    return this.#lastError ? `${this.#lastError.code} ${this.#lastError.detail}` : 'no reason given';
  }

  /** @param {Uint8Array | null} token */
  #hello(token) {
    return {
      op: 'hello', versions: VERSIONS, client: 'tarocco-node-example/0.1',
      name: this.#setup.name, resume: token,
    };
  }

  /** @param {Message} message */
  async #take(message) {
    if (!Object.hasOwn(this.#takers, message.op)) return;
    try {
      await this.#takers[message.op](message);
    } catch (fault) {
      this.#fault ??= fault;
      this.#connection?.abandon();
    }
  }

  /** @type {Record<string, (message: any) => void | Promise<void>>} What is not listed is ignored. */
  #takers = {
    welcome: (message) => this.#welcome(message),
    ok: (message) => this.#commands.answer(message),
    refused: (message) => this.#commands.answer(message),
    error: (message) => this.#error(message),
    events: (message) => this.tables.events(message),
    snapshot: (message) => this.tables.snapshot(message),
    replayed: (message) => this.tables.replayed(message),
    goaway: (message) => { this.#goawayMs = message.retry_ms; },
  };

  /** @param {any} welcome */
  async #welcome({ session, resume, seats, last_n, limits }) {
    const connection = this.#connection;
    await this.#setup.storage.save(resume); // before anything else is done with the connection
    if (connection === null || connection !== this.#connection) return;
    if (this.#session !== session) this.tables.forgetAll();
    this.#session = session;
    this.#greeted = true;
    this.#lastError = null;
    this.#welcomedAt = this.#now();
    this.#pace.keepTo(limits);
    this.seats = seats;
    const tables = this.seats.map(({ table }) => table);
    this.tables.online((message) => connection.send(message), tables);
    this.#commands.welcome(session, last_n);
    this.#tellWelcomed();
    if (this.#leaving) this.bye();
  }

  /** @param {any} error */
  #error(error) {
    this.#lastError = error;
    if (error.n) {
      this.#commands.answer(error);
      return;
    }
    this.tables.error(error);
    if (!isNotNow(error.code)) this.#setup.listener.onError(error);
  }

  /** End a connection that is dead, and keep one alive that is only quiet. */
  #watch() {
    const connection = this.#connection;
    if (connection === null) return;
    const now = this.#now();
    const unanswered = [this.#commands.sentAt, this.tables.askedAt]
      .some((since) => since !== null && now - since > ANSWER_MS);
    const silentMs = now - connection.heardAt;
    const mostMs = this.#greeted && !this.#leaving ? SILENCE_MS : WELCOME_MS;
    if (unanswered || silentMs > mostMs) {
      connection.abandon();
    } else if (this.#greeted && silentMs > PING_MS && now - this.#pingedAt > PING_MS) {
      this.#pingedAt = now;
      connection.send({ op: 'ping', t: Math.round(now) });
    }
  }
}
