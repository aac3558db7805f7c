/** Somebody who plays deals at one table, and checks what he is told. */

import { choose } from './bot.js';
import { Refused } from './client.js';
import { Ledger } from './ledger.js';
import { lineAbout } from './lines.js';
import { Promises } from './promises.js';

const LOOK_AGAIN_CHANCE = 0.1;
const MOVES = new Set(['discard', 'declare', 'skip', 'play']);
const WITHOUT_AT = new Set(['start']);

/**
 * @typedef {import('./table.js').Table} Table
 * @typedef {import('./client.js').Client} Client
 * @typedef {import('./client.js').Listener} Listener
 * @typedef {import('./bot.js').Move} Move
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').View} View
 * @typedef {import('./types.js').Message} Message
 *
 * @typedef {object} Setup
 * @property {number} deals how many to play
 * @property {() => number} random from 0 to 1
 * @property {(line: string) => void} print
 */

/** @implements {Listener} */
export class Player {
  /** Commands and messages that the server would not take. */
  refused = 0;
  ledger = new Ledger();
  promises;
  #setup;
  /** @type {Client | null} */
  #client = null;
  #busy = false;
  #actsFrom = 0;
  /** @type {() => void} */
  #tellDone = () => {};
  /** @type {(reason: unknown) => void} */
  #tellFailed = () => {};

  /** @param {Setup} setup */
  constructor(setup) {
    this.#setup = setup;
    this.promises = new Promises(setup.print);
  }

  /**
   * Sit down where the session sits already, or else at a table that is found, and play.
   * @param {Client} client that tells this player everything
   * @param {() => Promise<string>} findTable
   * @param {string} [password]
   * @returns {Promise<Table>} the table, when all deals were played
   */
  async play(client, findTable, password) {
    this.#client = client;
    const done = new Promise((resolve, reject) => {
      this.#tellDone = () => resolve(undefined);
      this.#tellFailed = reject;
    });
    const [id] = await Promise.all([this.#seat(client, findTable, password), done]);
    await this.promises.complete();
    const table = client.tables.get(id);
    if (table === undefined) throw new Refused('the table is gone');
    return table;
  }

  /**
   * @param {Client} client
   * @param {() => Promise<string>} findTable
   * @param {string} [password]
   * @returns {Promise<string>} id of the table
   */
  async #seat(client, findTable, password) {
    await client.welcomed;
    if (client.seats.length > 0) return client.seats[client.seats.length - 1].table;
    const table = await findTable();
    const entropy = this.promises.freshEntropy();
    const answer = await client.command('sit', { table, password, entropy });
    if (answer.op !== 'ok') throw new Refused(`no seat: ${answer.code}`);
    return table;
  }

  /**
   * @param {Table} table
   * @param {Item} item
   */
  onItem({ view }, item) {
    if (view === null) return;
    if (item.kind === 'deal_started') this.promises.keep(view, item.hand);
    const isOurs = item.seat === view.you && (item.by ?? 'person') === 'person';
    if (isOurs) this.ledger.happened(view.deal?.deal ?? 0, item);
    const line = lineAbout(view, item);
    if (line !== null) this.#setup.print(line);
  }

  /** @param {Table} table */
  onChange(table) {
    if (table.view === null) return;
    this.promises.keep(table.view, null);
    if (this.promises.settle(table.view)) this.#client?.tables.lookAgain(table);
    if (this.#isDone) this.#tellDone();
    if (table.view.closed) this.#tellFailed(new Refused(`the table is closed: ${table.view.closed}`));
    this.#act(table).catch((reason) => this.#tellFailed(reason));
  }

  /**
   * What happened unseen cannot be held against what was acknowledged.
   * @param {View} before
   * @param {View} after
   */
  onSkipped(before, after) {
    for (const { deal } of [before, after]) this.ledger.forgive(deal?.deal ?? 0);
  }

  /**
   * @param {Table} _table
   * @param {string} where
   */
  onDifference(_table, where) {
    this.#setup.print(`the picture made from events differs at ${where}`);
  }

  onGone() {
    this.#tellFailed(new Refused('the seat is gone'));
  }

  /** @param {Message} error */
  onError(error) {
    this.#refuse(`a message was not taken: ${error.code} ${error.detail}`);
  }

  get #isDone() {
    return this.promises.settled.size >= this.#setup.deals;
  }

  /**
   * Act if there is something to do that has not been done yet.
   *
   * Each version of the table is answered once, and after a command none before the one that
   * it led to, as its news may come after its answer.
   * @param {Table} table
   */
  async #act(table) {
    const { view, situation, position } = table;
    if (this.#busy || view === null || situation === null || position === null) return;
    if (this.#client === null || position.version < this.#actsFrom) return;
    const move = this.#next(view, situation);
    if (move === null) return;
    this.#busy = true;
    if (this.#setup.random() < LOOK_AGAIN_CHANCE) this.#client.tables.lookAgain(table);
    const at = WITHOUT_AT.has(move.op) ? undefined : position.version;
    const deal = view.deal?.deal ?? 0;
    const answer = await this.#client.command(move.op, { table: table.id, at, ...move.fields });
    this.#busy = false;
    this.#actsFrom = Math.max(answer.version ?? 0, position.version + 1);
    this.#note(deal, move, answer);
    await this.#act(table);
  }

  /**
   * @param {View} view
   * @param {import('./types.js').Situation} situation
   * @returns {Move | null}
   */
  #next(view, situation) {
    if (situation.phase !== 'settled') return choose(view, situation, this.#setup.random);
    if (this.#isDone || view.you === null || view.seats[view.you].ready) return null;
    return { op: 'start', fields: { entropy: this.promises.freshEntropy() } };
  }

  /**
   * @param {number} deal
   * @param {Move} move
   * @param {Message} answer
   */
  #note(deal, move, answer) {
    if (answer.op !== 'ok') {
      this.#refuse(`${move.op} ${JSON.stringify(move.fields)} was refused: ${answer.code}`);
    } else if (MOVES.has(move.op)) {
      this.ledger.acknowledged(deal, move);
    }
  }

  /** @param {string} line */
  #refuse(line) {
    this.refused += 1;
    this.#setup.print(line);
  }
}
