/**
 * Commands: one under way at a time, sent with the same number until it is answered.
 */

/** Codes that mean "not now": the same command goes again after a while. */
const NOT_NOW = new Set(['E_BUSY', 'E_RATE', 'E_STORE_AWAY', 'E_STORE_FULL']);
export const RETRY_MS = 500;
const MOST_WAITING = 16;

/** @param {string} code */
export function isNotNow(code) {
  return NOT_NOW.has(code);
}

/** The session is another one: what it had under way will never be answered. */
export class SessionLost extends Error {}

/**
 * @typedef {import('./types.js').Message} Message
 * @typedef {object} Command
 * @property {Message} message without its number while it waits
 * @property {(answer: Message) => void} resolve
 * @property {(reason: Error) => void} reject
 */

export class Commands {
  /** @type {number | null} When the command under way was sent, while an answer may come. */
  sentAt = null;
  #send;
  #now;
  #last = 0;
  /** @type {string | null} */
  #session = null;
  /** @type {Command[]} The first is under way if it has a number. */
  #waiting = [];
  #online = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;

  /**
   * @param {(message: Message) => void} send
   * @param {() => number} now in milliseconds
   */
  constructor(send, now) {
    this.#send = send;
    this.#now = now;
  }

  /**
   * Give a command; `n` is added.
   * @param {string} op
   * @param {object} fields
   * @returns {Promise<Message>} `ok`, `refused`, or `error` with its number
   * @throws {Error} if too many wait, or {@link SessionLost}
   */
  give(op, fields) {
    if (this.#waiting.length >= MOST_WAITING) return Promise.reject(new Error('too many commands'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message: { op, ...fields }, resolve, reject });
      if (this.#waiting.length === 1) this.#sendFirst();
    });
  }

  /**
   * A connection is there: what was under way goes again.
   * @param {string} session
   * @param {number} lastN
   */
  welcome(session, lastN) {
    if (this.#session !== null && session !== this.#session) this.lose();
    this.#session = session;
    this.#last = Math.max(this.#last, lastN);
    this.#online = true;
    this.#sendFirst();
  }

  /** The connection is gone; answers can no longer come. */
  offline() {
    this.#online = false;
    this.sentAt = null;
    clearTimeout(this.#retry);
  }

  /** Nothing that was given will be answered. */
  lose() {
    this.#last = 0;
    for (const { reject } of this.#waiting.splice(0)) reject(new SessionLost('the session is gone'));
  }

  /**
   * An answer has come; one to another number than that under way is ignored.
   * @param {Message} answer
   */
  answer(answer) {
    const first = this.#waiting[0];
    if (first === undefined || answer.n !== first.message.n) return;
    this.sentAt = null;
    if (isNotNow(answer.code)) {
      this.#sendLater(answer.args?.retry_ms ?? RETRY_MS);
      return;
    }
    this.#waiting.shift();
    first.resolve(answer);
    this.#sendFirst();
  }

  /** @param {number} waitMs */
  #sendLater(waitMs) {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#sendFirst(), waitMs);
  }

  #sendFirst() {
    const first = this.#waiting[0];
    if (!this.#online || first === undefined) return;
    first.message.n ??= ++this.#last;
    this.sentAt = this.#now();
    this.#send(first.message);
  }
}
