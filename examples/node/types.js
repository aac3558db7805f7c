/**
 * The types of messages that this client reads, as far as it reads them.
 *
 * @typedef {Uint8Array<ArrayBuffer>} Bytes what msgpack calls bin
 * @typedef {{op: string, [field: string]: any}} Message
 * @typedef {{kind: string, [field: string]: any}} Item
 *
 * @typedef {object} SeatInfo
 * @property {'empty' | 'person' | 'bot'} occupant
 * @property {string | null} name
 * @property {string | null} level
 * @property {'person' | 'grace' | 'bot' | null} control
 * @property {boolean} connected
 * @property {boolean} ready
 * @property {boolean} wants_pause
 * @property {number} bank_ms
 *
 * @typedef {object} Combinations
 * @property {number} total
 * @property {string[]} public_cards
 *
 * @typedef {{skipped: boolean, score: Combinations | null}} Declaration
 *
 * @typedef {{leader: number, cards: string[], winner: number}} PlayedTrick
 *
 * @typedef {object} Settlement
 * @property {{total: number}[]} teams
 * @property {string[][]} hands
 * @property {Bytes} secret
 * @property {(Bytes | null)[]} entropies
 * @property {boolean} dealer_drawn
 *
 * @typedef {object} DealView
 * @property {number} deal
 * @property {number} dealer
 * @property {number[]} counts
 * @property {string[] | null} hand
 * @property {boolean} discarded
 * @property {string[] | null} discards
 * @property {(Declaration | null)[]} declarations
 * @property {number} leader
 * @property {string[]} trick
 * @property {PlayedTrick[]} tricks
 * @property {number[]} tricks_won
 * @property {Settlement | null} settlement
 * @property {{seat: number, ours: boolean} | null} claim
 * @property {number | null} undo
 * @property {{seat: number, hand: string[]}[]} shown_hands
 *
 * @typedef {object} View
 * @property {string} table
 * @property {{bank_ms: number, deals: number}} options
 * @property {number | null} host
 * @property {SeatInfo[]} seats
 * @property {number | null} you
 * @property {number} deals_played
 * @property {number[]} match
 * @property {Bytes | null} commitment
 * @property {boolean} paused
 * @property {DealView | null} deal
 * @property {string | null} closed
 *
 * @typedef {object} Situation
 * @property {string} phase
 * @property {number | null} turn
 * @property {string[]} legal
 * @property {string[]} discardable
 * @property {Combinations | null} offer
 * @property {'undo' | 'claim' | null} [asked]
 *
 * @typedef {object} Limits
 * @property {number} message_bytes
 * @property {number} messages_per_s
 * @property {number} burst
 *
 * @typedef {{load: () => Promise<Bytes | null>, save: (token: Bytes | null) => Promise<void>}}
 *   TokenStorage  where the resume token is kept; null is none
 */

export {};
