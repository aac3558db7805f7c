/** Values of messages compared: bytes by content, maps by the keys of the first. */

/**
 * Whether two runs of bytes are equal; nil equals nil.
 * @param {Uint8Array | null} one
 * @param {Uint8Array | null} other
 */
export function sameBytes(one, other) {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

/**
 * Where two values differ first, as a path like `.deal.counts[2]`, or null if they agree.
 *
 * Keys that only `other` has are no difference: a newer server may tell more than we know.
 * @param {unknown} one
 * @param {unknown} other
 * @param {string} [path]
 * @returns {string | null}
 */
export function difference(one, other, path = '') {
  if (one instanceof Uint8Array && other instanceof Uint8Array) {
    return sameBytes(one, other) ? null : path;
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) {
    return `${path}.length`;
  }
  if (!isParted(one) || !isParted(other)) {
    return one === other ? null : path;
  }
  for (const [key, part] of Object.entries(one)) {
    const found = difference(part, other[key], Array.isArray(one) ? `${path}[${key}]` : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Whether a value is a map or an array.
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isParted(value) {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}
