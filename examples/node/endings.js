/** What follows from the end of a connection: whether to come back, and after how long. */

const SOON = new Set([1000, 1001, 1005, 1006, 1011, 4000, 4002, 4007]);
const LATER = new Set([1012, 1013, 4006, 4009]);
const NEVER = new Set([4001, 4003, 4005, 4008]);
const TOKEN_IS_NOT_GOOD = 4004;
const LATER_MS = 3000;
const FIRST_MS = 500;
const MOST_MS = 10_000;

/**
 * What a close code asks for.
 * @param {number} code
 * @returns {'soon' | 'later' | 'without token' | 'never'}
 */
export function afterwards(code) {
  if (SOON.has(code)) return 'soon';
  if (code === TOKEN_IS_NOT_GOOD) return 'without token';
  if (LATER.has(code)) return 'later';
  return code >= 3000 && !NEVER.has(code) ? 'later' : 'never';
}

/** Pauses between connections: at random below a bound that doubles with each failure. */
export class Backoff {
  #random;
  #bound = FIRST_MS;

  /** @param {() => number} random from 0 to 1 */
  constructor(random) {
    this.#random = random;
  }

  /** A connection has held: the next pause is a short one. */
  reset() {
    this.#bound = FIRST_MS;
  }

  /**
   * How long to wait now.
   * @param {number} code with which the connection ended
   * @param {number} retryMs what `goaway` named, or 0
   */
  pause(code, retryMs) {
    const drawn = this.#random() * this.#bound;
    this.#bound = Math.min(this.#bound * 2, MOST_MS);
    const least = afterwards(code) === 'later' && retryMs === 0 ? LATER_MS : retryMs;
    return least + drawn;
  }
}
