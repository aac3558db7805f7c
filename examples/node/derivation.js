/**
 * A deal checked against what was promised before it: the commitment is the SHA-256 of the
 * secret, and dealer and hands follow from the secret and what each seat added.
 *
 * Only the Web Crypto API is used, which browsers and Node share.
 */

import { DECK, after, inCardOrder } from './cards.js';
import { difference, sameBytes } from './same.js';

/** @typedef {import('./types.js').Bytes} Bytes */

const WORDS_PER_BLOCK = 8;
const ALL_WORDS = 2 ** 32;

/**
 * What a settled deal is checked against.
 * @typedef {object} Promised
 * @property {string} table
 * @property {number} deal
 * @property {number} dealer as `deal_started` told it
 * @property {Bytes | null} commitment as it was told before the cards were dealt
 * @property {number | null} you one's own seat
 * @property {Bytes | null} entropy what one added oneself
 * @property {string[] | null} hand one's own, as dealt; null if one was not there
 */

/**
 * What is wrong with a settled deal, or null if everything is as promised.
 * @param {import('./types.js').Settlement} settlement
 * @param {Promised} promised
 * @returns {Promise<string | null>}
 */
export async function faultOf(settlement, promised) {
  const { you } = promised;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', settlement.secret));
  if (!sameBytes(hash, promised.commitment)) return 'the secret is not the promised one';
  if (you !== null && promised.entropy && !sameBytes(settlement.entropies[you], promised.entropy)) {
    return 'our entropy was left out';
  }
  const { dealer, hands } = await derivedDeal({
    secret: settlement.secret,
    table: promised.table,
    deal: promised.deal,
    fixedDealer: settlement.dealer_drawn ? null : promised.dealer,
    entropies: settlement.entropies,
  });
  if (dealer !== promised.dealer) return 'another dealer follows from the secret';
  if (difference(hands, settlement.hands)) return 'other hands follow from the secret';
  if (you !== null && promised.hand && difference(promised.hand, settlement.hands[you])) {
    return 'our hand was another one';
  }
  return null;
}

/**
 * What a deal is derived from.
 * @typedef {object} Source
 * @property {Bytes} secret
 * @property {string} table
 * @property {number} deal
 * @property {number | null} fixedDealer null where the dealer is drawn
 * @property {(Bytes | null)[]} entropies by seat
 */

/**
 * Dealer and hands, by seat, each hand in card order.
 * @param {Source} source
 * @returns {Promise<{dealer: number, hands: string[][]}>}
 */
export async function derivedDeal(source) {
  const numbers = new Numbers(await hmacKey(source.secret), contextOf(source));
  const drawn = await numbers.below(4);
  const dealer = source.fixedDealer ?? drawn;
  const deck = await shuffled(numbers);
  /** @type {string[][]} */
  const hands = [[], [], [], []];
  let seat = dealer;
  for (let from = 0; from < 60; from += 15) {
    seat = after(seat);
    hands[seat] = inCardOrder(deck.slice(from, seat === dealer ? DECK.length : from + 15));
  }
  return { dealer, hands };
}

/**
 * @param {Numbers} numbers
 */
async function shuffled(numbers) {
  const deck = [...DECK];
  for (let place = deck.length - 1; place >= 1; place -= 1) {
    const other = await numbers.below(place + 1);
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return deck;
}

/**
 * The context: eight parts, each after its length.
 * @param {Source} source
 */
export function contextOf({ table, deal, fixedDealer, entropies }) {
  const text = new TextEncoder();
  const parts = [
    text.encode('tarocco-deal/1'),
    text.encode(table),
    text.encode(String(deal)),
    text.encode(fixedDealer === null ? '' : String(fixedDealer)),
    ...entropies.map((entropy) => entropy ?? new Uint8Array()),
  ];
  return joined(parts.flatMap((part) => [bigEndian(part.length, 4), part]));
}

/** Numbers drawn one by one from the stream of a secret and a context. */
class Numbers {
  #key;
  #context;
  #block = 0;
  /** @type {number[]} */
  #words = [];

  /**
   * @param {CryptoKey} key
   * @param {Bytes} context
   */
  constructor(key, context) {
    this.#key = key;
    this.#context = context;
  }

  /**
   * The next number below a bound, each as likely as the others.
   * @param {number} bound
   */
  async below(bound) {
    const limit = ALL_WORDS - (ALL_WORDS % bound);
    let word = await this.#nextWord();
    while (word >= limit) word = await this.#nextWord();
    return word % bound;
  }

  async #nextWord() {
    if (this.#words.length === 0) {
      const input = joined([this.#context, bigEndian(this.#block, 8)]);
      const block = new DataView(await crypto.subtle.sign('HMAC', this.#key, input));
      this.#words = Array.from({ length: WORDS_PER_BLOCK }, (_, word) => block.getUint32(word * 4));
      this.#block += 1;
    }
    return /** @type {number} */ (this.#words.shift());
  }
}

/** @param {Bytes} secret */
function hmacKey(secret) {
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/**
 * @param {number} value
 * @param {number} bytes
 */
function bigEndian(value, bytes) {
  const view = new DataView(new ArrayBuffer(bytes));
  view.setUint32(bytes - 4, value);
  return new Uint8Array(view.buffer);
}

/** @param {Bytes[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
