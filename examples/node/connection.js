/** One connection: messages out at the agreed pace, messages in, and how it ended. */

import { decodeMessage, encodeMessage } from './frames.js';

const MOST_UNSENT = 64;
const LOST = 1006;
const UNREADABLE = 4000;

/**
 * @typedef {import('./types.js').Message} Message
 * @typedef {object} Ears
 * @property {() => void} onOpen
 * @property {(message: Message) => void} onMessage
 * @property {(code: number) => void} onEnd called once
 */

export class Connection {
  /** When something was last heard. */
  heardAt;
  #socket;
  #pace;
  #now;
  #ears;
  #ended = false;
  /** @type {Set<ReturnType<typeof setTimeout>>} */
  #unsent = new Set();

  /**
   * @param {string} url
   * @param {typeof globalThis.WebSocket} WebSocket
   * @param {import('./pace.js').Pace} pace
   * @param {() => number} now
   * @param {Ears} ears
   */
  constructor(url, WebSocket, pace, now, ears) {
    this.#pace = pace;
    this.#now = now;
    this.#ears = ears;
    this.heardAt = now();
    this.#socket = new WebSocket(url);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('open', () => this.#unlessEnded(ears.onOpen));
    this.#socket.addEventListener('message', ({ data }) => this.#unlessEnded(() => this.#hear(data)));
    this.#socket.addEventListener('close', ({ code }) => this.#end(code));
    this.#socket.addEventListener('error', () => {}); // "close" follows, and says what is known
  }

  /**
   * Send a message as soon as the pace allows it; it is dropped if the connection ends first.
   * @param {Message} message
   */
  send(message) {
    if (this.#ended) return;
    if (this.#unsent.size >= MOST_UNSENT) throw new Error('too many messages');
    const frame = encodeMessage(message);
    const waitMs = this.#pace.take();
    if (waitMs === 0 && this.#unsent.size === 0) {
      this.#socket.send(frame);
      return;
    }
    const timer = setTimeout(() => {
      this.#unsent.delete(timer);
      this.#socket.send(frame);
    }, waitMs);
    this.#unsent.add(timer);
  }

  /** End it without waiting for the other side, which may be dead. */
  abandon() {
    this.#end(LOST);
    this.#socket.close();
  }

  /** @param {unknown} data */
  #hear(data) {
    this.heardAt = this.#now();
    let message;
    try {
      message = decodeMessage(data);
    } catch {
      this.#end(UNREADABLE);
      this.#socket.close();
      return;
    }
    this.#ears.onMessage(message);
  }

  /** @param {() => void} what */
  #unlessEnded(what) {
    if (!this.#ended) what();
  }

  /** @param {number} code */
  #end(code) {
    if (this.#ended) return;
    this.#ended = true;
    for (const timer of this.#unsent) clearTimeout(timer);
    this.#ears.onEnd(code);
  }
}
