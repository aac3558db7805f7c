/**
 * Messages as frames: one msgpack map in each binary frame.
 *
 * The bounds are those that the protocol sets for what a server sends; a frame beyond them
 * throws, as does one that is no map with an `op`.
 */

import { Decoder, Encoder } from '@msgpack/msgpack';

/** Most bytes of a message to a client: those of a snapshot. */
export const MOST_BYTES = 65_536;

const encoder = new Encoder({ ignoreUndefined: true, maxDepth: 8 });
const decoder = new Decoder({
  maxStrLength: 4096,
  maxBinLength: 4096,
  maxArrayLength: 1024,
  maxMapLength: 1024,
  maxExtLength: 0,
});

/**
 * The frame of a message. Fields that are undefined are left out.
 * @param {object} message
 * @returns {import('./types.js').Bytes}
 */
export function encodeMessage(message) {
  return encoder.encode(message);
}

/**
 * The message in a frame.
 * @param {unknown} frame what a WebSocket with `binaryType` "arraybuffer" hands on
 * @returns {import('./types.js').Message}
 * @throws {Error} if it is no message
 */
export function decodeMessage(frame) {
  if (!(frame instanceof ArrayBuffer)) {
    throw new TypeError('a message is a binary frame');
  }
  if (frame.byteLength > MOST_BYTES) {
    throw new RangeError(`a message of ${frame.byteLength} bytes`);
  }
  const message = /** @type {any} */ (decoder.decode(frame));
  if (typeof message?.op !== 'string') {
    throw new TypeError('a message is a map with the text "op"');
  }
  return message;
}
