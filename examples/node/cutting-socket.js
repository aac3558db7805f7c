/** A WebSocket for Node that breaks by itself, to show that nothing is lost thereby. */

import { WebSocket } from 'ws';

import { MOST_BYTES } from './frames.js';

/**
 * A WebSocket class, and how often its sockets have broken.
 * @param {number} chance for each message, in or out, from 0 to 1
 * @param {() => number} random
 */
export function cuttingSockets(chance, random) {
  const counted = { cuts: 0 };

  class CuttingSocket extends WebSocket {
    /** @param {string} url */
    constructor(url) {
      super(url, { perMessageDeflate: false, maxPayload: MOST_BYTES });
    }

    /**
     * Send, unless it breaks; if it breaks, before the message or after it.
     * @param {Uint8Array} data
     */
    send(data) {
      const cuts = random() < chance;
      if (!cuts || random() < 0.5) super.send(data);
      if (cuts) this.#cut();
    }

    /**
     * Hand on what happens, unless it breaks before a message does.
     * @param {string} event
     * @param {...any} details
     */
    emit(event, ...details) {
      if (event !== 'message') return super.emit(event, ...details);
      if (random() < chance) this.#cut();
      return this.readyState === WebSocket.OPEN && super.emit(event, ...details);
    }

    #cut() {
      counted.cuts += 1;
      this.terminate();
    }
  }

  return { CuttingSocket, counted };
}
