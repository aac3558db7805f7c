/** The tables that a client follows: news is taken in, and what is missing is asked for. */

import { RETRY_MS, isNotNow } from './commands.js';
import { Table } from './table.js';

/**
 * @typedef {import('./types.js').Message} Message
 * @typedef {import('./types.js').View} View
 *
 * @typedef {object} Listener
 * @property {(table: Table, item: import('./types.js').Item) => void} onItem after it was folded
 * @property {(table: Table) => void} onChange when a table's news is complete
 * @property {(before: View, after: View) => void} onSkipped a snapshot stands for events not told
 * @property {(table: Table, where: string) => void} onDifference a snapshot differed from the picture
 * @property {(table: Table) => void} onGone the table is followed no more, and cannot be
 */

export class Tables {
  /** @type {Map<string, Table>} */
  #followed = new Map();
  #listener;
  #now;
  /** @type {((message: Message) => void) | null} */
  #send = null;

  /**
   * @param {Listener} listener
   * @param {() => number} now in milliseconds
   */
  constructor(listener, now) {
    this.#listener = listener;
    this.#now = now;
  }

  /** @param {string} id */
  get(id) {
    return this.#followed.get(id);
  }

  /** When the oldest question that still waits for its answer was asked, or null. */
  get askedAt() {
    const times = [...this.#followed.values()].flatMap(({ askedAt }) => askedAt ?? []);
    return times.length ? Math.min(...times) : null;
  }

  /**
   * A connection is there; it is told of no table before it has asked.
   * @param {(message: Message) => void} send
   * @param {string[]} seated ids of the tables where the session sits
   */
  online(send, seated) {
    this.#send = send;
    for (const id of seated) this.#follow(id);
    for (const table of this.#followed.values()) this.#ask(table);
  }

  /** The connection is gone, and what was asked over it. */
  offline() {
    this.#send = null;
    for (const table of this.#followed.values()) table.forgetQuestions();
  }

  /** The session is another one. */
  forgetAll() {
    for (const id of [...this.#followed.keys()]) this.#forget(id);
  }

  /**
   * Ask for the whole of a table, and compare it with the picture.
   * @param {Table} table
   */
  lookAgain(table) {
    if (table.askedAt === null) this.#ask(table, true);
  }

  /** @param {any} message */
  events(message) {
    const table = this.#followed.get(message.table);
    if (table === undefined) return;
    const items = table.take(message);
    if (items === null) {
      this.#gap(table);
      return;
    }
    for (const item of items) this.#listener.onItem(table, item);
    if (message.situation !== null) this.#listener.onChange(table);
  }

  /** @param {any} message */
  snapshot(message) {
    const table = this.#follow(message.table);
    const { position, view } = table;
    const where = table.replace(message);
    const isSkip = position !== null && position.version !== message.version;
    if (isSkip && view !== null) this.#listener.onSkipped(view, message.view);
    if (where !== null) this.#listener.onDifference(table, where);
    this.#listener.onChange(table);
  }

  /** @param {any} message */
  replayed(message) {
    const table = this.#followed.get(message.table);
    if (table !== undefined && !table.replayed(message.version)) this.#ask(table);
  }

  /**
   * A question, or something else without a number, could not be taken.
   * @param {any} error
   */
  error({ code, table }) {
    if (isNotNow(code)) setTimeout(() => this.#askAgain(table ?? null), RETRY_MS);
    else if (table) this.#forget(table);
  }

  /** @param {string | null} id of a table, null for all of which something was asked */
  #askAgain(id) {
    for (const table of this.#followed.values()) {
      if (table.askedAt === null || (id !== null && id !== table.id)) continue;
      table.forgetQuestions();
      this.#ask(table);
    }
  }

  /** @param {Table} table */
  #gap(table) {
    if (table.askedAt !== null) return;
    table.tally.gaps += 1;
    this.#ask(table);
  }

  /**
   * @param {Table} table
   * @param {boolean} [everything]
   */
  #ask(table, everything = false) {
    this.#send?.(table.question(this.#now(), everything));
  }

  /**
   * @param {string} id
   * @returns {Table}
   */
  #follow(id) {
    const table = this.#followed.get(id) ?? new Table(id);
    this.#followed.set(id, table);
    return table;
  }

  /** @param {string} id */
  #forget(id) {
    const table = this.#followed.get(id);
    this.#followed.delete(id);
    if (table !== undefined) this.#listener.onGone(table);
  }
}
