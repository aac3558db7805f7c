/** Where Node keeps the resume token, which is the whole of a guest's identity. */

import { readFile, rename, rm, writeFile } from 'node:fs/promises';

/**
 * A token that is forgotten with the process.
 * @returns {import('./types.js').TokenStorage}
 */
export function tokenInMemory() {
  /** @type {import('./types.js').Bytes | null} */
  let kept = null;
  return {
    load: async () => kept,
    save: async (token) => { kept = token; },
  };
}

/**
 * A token in a file that only its owner can read; it is replaced as a whole.
 * @param {string} path
 * @returns {import('./types.js').TokenStorage}
 */
export function tokenInFile(path) {
  return {
    async load() {
      try {
        return new Uint8Array(await readFile(path));
      } catch (fault) {
        if (/** @type {NodeJS.ErrnoException} */ (fault).code === 'ENOENT') return null;
        throw fault;
      }
    },
    async save(token) {
      if (token === null) {
        await rm(path, { force: true });
        return;
      }
      await writeFile(`${path}.new`, token, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
  };
}
