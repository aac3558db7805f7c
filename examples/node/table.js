/**
 * One table as it was told: its view, the position up to which it is known, and what is
 * being asked about it.
 */

import { fold } from './fold.js';
import { difference, sameBytes } from './same.js';

/**
 * @typedef {import('./types.js').Item} Item
 * @typedef {{epoch: Uint8Array, version: number, token: Uint8Array}} Position
 *
 * @typedef {object} Events
 * @property {Uint8Array} epoch
 * @property {number} first
 * @property {Uint8Array} token
 * @property {Item[]} items
 * @property {import('./types.js').Situation | null} situation
 *
 * @typedef {object} Picture
 * @property {string} reason
 * @property {import('./types.js').View} view
 * @property {import('./types.js').Situation} situation
 * @typedef {Position & Picture} Snapshot
 */

/**
 * How events join on to a position: as news, as known already, or with a gap between.
 * @param {Position | null} position
 * @param {Events} events
 * @returns {'news' | 'known' | 'gap'}
 */
export function fit(position, events) {
  if (position === null || !sameBytes(events.epoch, position.epoch)) return 'gap';
  if (events.first > position.version + 1) return 'gap';
  const last = lastVersion(events);
  if (last > position.version) return 'news';
  const differs = last === position.version && !sameBytes(events.token, position.token);
  return differs ? 'gap' : 'known';
}

/** @param {Events} events */
function lastVersion({ first, items }) {
  return first + items.length - 1;
}

/** Reasons for a snapshot in place of events, which are then not told one by one. */
const SKIPPING = new Set(['trimmed', 'slow']);

/** What a table counts of its news. */
export class Tally {
  /** Times that news did not join on, and the table was asked. */
  gaps = 0;
  /** Events that a snapshot stood for, as the protocol allows. */
  skipped = 0;
  /** Events that are missing without a reason, or that were undone. */
  lost = 0;
  /** Events that were told again. */
  duplicated = 0;
  /** Times that a snapshot of a known position was not the picture made from events. */
  differing = 0;
}

export class Table {
  /** @type {Position | null} */
  position = null;
  /** @type {import('./types.js').View | null} */
  view = null;
  /** @type {import('./types.js').Situation | null} What may be done; null while news is on its way. */
  situation = null;
  tally = new Tally();
  /** @type {number | null} When `resync` was sent, while it is not answered. */
  askedAt = null;
  #asksInARow = 0;
  #heardOf = 0;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  /**
   * Take what happened, if it joins on.
   * @param {Events} events
   * @returns {Item[] | null} the items that were new; null for a gap, which changes nothing
   */
  take(events) {
    const how = fit(this.position, events);
    if (how === 'gap') {
      this.#heardOf = Math.max(this.#heardOf, lastVersion(events));
      return null;
    }
    const { position, view } = this;
    if (position === null || view === null) throw new Error('news without a picture');
    const known = Math.min(position.version - events.first + 1, events.items.length);
    this.tally.duplicated += known;
    const items = events.items.slice(known);
    for (const item of items) fold(view, item);
    if (how === 'news') {
      this.position = { epoch: events.epoch, version: lastVersion(events), token: events.token };
      this.situation = events.situation;
    }
    return items;
  }

  /**
   * Replace everything by a snapshot.
   * @param {Snapshot} snapshot
   * @returns {string | null} where the own picture of the same position differed
   */
  replace(snapshot) {
    const differs = this.position === null ? null : this.#compare(this.position, snapshot);
    const { epoch, version, token, view, situation } = snapshot;
    this.position = { epoch, version, token };
    this.view = view;
    this.situation = situation;
    this.answered();
    return differs;
  }

  /**
   * @param {Position} position
   * @param {Snapshot} snapshot
   */
  #compare(position, { epoch, version, reason, view }) {
    const apart = Math.abs(version - position.version);
    this.tally[SKIPPING.has(reason) ? 'skipped' : 'lost'] += apart;
    if (apart > 0 || !sameBytes(epoch, position.epoch)) return null;
    const differs = difference(this.view, view);
    if (differs !== null) this.tally.differing += 1;
    return differs;
  }

  /**
   * The `resync` that asks for what was missed, or for everything.
   * @param {number} now
   * @param {boolean} [everything]
   */
  question(now, everything = false) {
    this.askedAt = now;
    this.#asksInARow += 1;
    const position = everything || this.#asksInARow > 1 ? null : this.position;
    return { op: 'resync', table: this.id, ...position };
  }

  /** A new connection knows of no question. */
  forgetQuestions() {
    this.askedAt = null;
    this.#asksInARow = 0;
  }

  /** What was asked is answered. */
  answered() {
    this.forgetQuestions();
    this.#heardOf = 0;
  }

  /**
   * The events that were asked for have all come.
   * @param {number} version to which they led
   * @returns {boolean} whether that is all; if not, ask again
   */
  replayed(version) {
    this.askedAt = null;
    const complete = (this.position?.version ?? -1) >= Math.max(version, this.#heardOf);
    if (complete) this.answered();
    return complete;
  }
}
