/** What was promised of each deal before it was played, held against its end. */

import { faultOf } from './derivation.js';

const ENTROPY_BYTES = 16;

export class Promises {
  /** @type {Set<number>} Numbers of the deals played to their end. */
  settled = new Set();
  /** How many of them were dealt as promised. */
  verified = 0;
  /** @type {Map<number, import('./derivation.js').Promised>} By number of the deal. */
  #promised = new Map();
  /** @type {import('./types.js').Bytes | null} */
  #entropy = null;
  /** @type {Promise<void>[]} */
  #checks = [];
  #print;

  /** @param {(line: string) => void} print told what is wrong with a deal */
  constructor(print) {
    this.#print = print;
  }

  /** Random bytes of one's own, for the next deal. */
  freshEntropy() {
    this.#entropy = crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES));
    return this.#entropy;
  }

  /**
   * Remember what is known of a deal that runs.
   * @param {import('./types.js').View} view
   * @param {string[] | null} hand one's own, as dealt, if one was there
   */
  keep({ table, deal, commitment, you }, hand) {
    if (deal === null || deal.settlement || this.#promised.has(deal.deal)) return;
    this.#promised.set(deal.deal, {
      table, deal: deal.deal, dealer: deal.dealer, commitment, you, hand, entropy: this.#entropy,
    });
    this.#entropy = null;
  }

  /**
   * Check a deal that is over, once.
   * @param {import('./types.js').View} view
   * @returns {boolean} whether it is a new one
   */
  settle({ deal }) {
    if (!deal?.settlement || this.settled.has(deal.deal)) return false;
    const promised = this.#promised.get(deal.deal);
    if (promised === undefined) return false; // it was over before we came
    this.settled.add(deal.deal);
    this.#promised.delete(deal.deal);
    this.#checks.push(this.#check(deal.settlement, promised));
    return true;
  }

  /** Returns when all checks are done. */
  async complete() {
    await Promise.all(this.#checks);
  }

  /**
   * @param {import('./types.js').Settlement} settlement
   * @param {import('./derivation.js').Promised} promised
   */
  async #check(settlement, promised) {
    const fault = await faultOf(settlement, promised);
    if (fault === null) this.verified += 1;
    else this.#print(`deal ${promised.deal}: ${fault}`);
  }
}
