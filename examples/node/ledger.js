/**
 * What was done against what happened: each own move that was acknowledged has to happen
 * exactly once.
 */
export class Ledger {
  /** @type {Map<number, Map<string, number>>} Acknowledged less happened, by deal and move. */
  #open = new Map();
  /** @type {Set<number>} Deals of which not everything was told. */
  #forgiven = new Set();

  /**
   * A move was acknowledged.
   * @param {number} deal
   * @param {import('./bot.js').Move} move
   */
  acknowledged(deal, { op, fields }) {
    this.#add(deal, `${op} ${fields.card ?? ''}`, 1);
  }

  /**
   * An event of one's own seat was told; only those of moves count.
   * @param {number} deal
   * @param {import('./types.js').Item} item
   */
  happened(deal, { kind, card }) {
    const op = OPS.get(kind);
    if (op !== undefined) this.#add(deal, `${op} ${card ?? ''}`, -1);
  }

  /**
   * Part of a deal happened unseen: it is not counted.
   * @param {number} deal
   */
  forgive(deal) {
    this.#forgiven.add(deal);
  }

  /** Moves that were acknowledged and did not happen. */
  get lost() {
    return this.#sum((open) => Math.max(0, open));
  }

  /** Moves that happened more often than they were acknowledged. */
  get duplicated() {
    return this.#sum((open) => Math.max(0, -open));
  }

  /**
   * @param {number} deal
   * @param {string} move
   * @param {number} times
   */
  #add(deal, move, times) {
    const moves = this.#open.get(deal) ?? new Map();
    this.#open.set(deal, moves.set(move, (moves.get(move) ?? 0) + times));
  }

  /** @param {(open: number) => number} part */
  #sum(part) {
    const counted = [...this.#open].filter(([deal]) => !this.#forgiven.has(deal));
    return counted.flatMap(([, moves]) => [...moves.values()]).reduce((sum, open) => sum + part(open), 0);
  }
}

const OPS = new Map([
  ['discarded', 'discard'],
  ['declared', 'declare'],
  ['skipped', 'skip'],
  ['card_played', 'play'],
]);
