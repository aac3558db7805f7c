/**
 * Keeps to the rate that the server asks for: a bucket that every message takes from.
 *
 * It is kept over several connections, and holds half of what may be sent at once, so that
 * messages which a slow network brings together are not too many.
 */
export class Pace {
  #perMs = 1 / 100;
  #most = 1;
  #left = 1;
  #since;
  #now;

  /** @param {() => number} now in milliseconds */
  constructor(now) {
    this.#now = now;
    this.#since = now();
  }

  /** @param {import('./types.js').Limits} limits as `welcome` names them */
  keepTo({ messages_per_s, burst }) {
    this.#perMs = messages_per_s / 1000;
    this.#most = Math.max(1, burst / 2);
  }

  /**
   * Take one message from the bucket.
   * @returns {number} how many milliseconds to wait before it may be sent
   */
  take() {
    const now = this.#now();
    this.#left = Math.min(this.#most, this.#left + (now - this.#since) * this.#perMs);
    this.#since = now;
    this.#left -= 1;
    return Math.max(0, -this.#left / this.#perMs);
  }
}
