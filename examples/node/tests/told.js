/** Messages about a table, as far as tests care. */

export const EPOCH = Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 1);
const EMPTY_SEAT = {
  occupant: 'empty', name: null, level: null, control: null,
  connected: false, ready: false, wants_pause: false, bank_ms: 0,
};
const WAITING = { phase: 'waiting', turn: null, legal: [], discardable: [], offer: null, asked: null };

/** The token of a version. */
export function tokenOf(version) {
  return Uint8Array.of(version);
}

export function view(changes = {}) {
  return {
    table: 'T1', options: { bank_ms: 7000, deals: 1 }, host: null, you: 0,
    seats: Array.from({ length: 4 }, () => ({ ...EMPTY_SEAT })),
    deals_played: 0, match: [0, 0], commitment: null, paused: false, deal: null, closed: null,
    ...changes,
  };
}

export function snapshot(version, changes = {}) {
  return {
    op: 'snapshot', table: 'T1', epoch: EPOCH, version, token: tokenOf(version), reason: 'asked',
    view: view(), situation: WAITING, ...changes,
  };
}

/** Events that end at a version with its token. */
export function events(first, items, changes = {}) {
  return {
    op: 'events', table: 'T1', epoch: EPOCH, first, token: tokenOf(first + items.length - 1),
    at: 0, items, situation: WAITING, ...changes,
  };
}
