/** Plays deals on a server, cuts its own connection on the way, and tells how it went. */

import { parseArgs } from 'node:util';

import { Client, Refused, Unreachable } from './client.js';
import { cuttingSockets } from './cutting-socket.js';
import { Player } from './player.js';
import { seeded } from './random.js';
import { tokenInFile, tokenInMemory } from './tokens.js';

const MOST_DEALS_OF_A_MATCH = 16;
const USAGE = `node main.js --server ws://HOST:PORT [--deals N] [--cut CHANCE] [--seed N]
                    [--name NAME] [--join TABLE] [--password WORD] [--token FILE] [--wait SECONDS]`;

function readArguments() {
  const { values } = parseArgs({
    options: {
      server: { type: 'string' },
      deals: { type: 'string', default: '1' },
      cut: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      name: { type: 'string' },
      join: { type: 'string' },
      password: { type: 'string' },
      token: { type: 'string' },
      wait: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const [deals, cut, seed] = [values.deals, values.cut, values.seed].map(Number);
  const wait = values.wait === undefined ? undefined : Number(values.wait);
  const good = (wait === undefined || wait > 0) && Number.isInteger(deals) && deals >= 1 && cut >= 0 && cut < 1 && Number.isInteger(seed);
  if (values.server === undefined || !good) throw new Error('an argument is missing or out of range');
  return { ...values, server: values.server, deals, cut, seed, wait };
}

/**
 * Open a table at which bots play the other seats.
 * @param {Client} client
 * @param {number} deals
 * @returns {Promise<string>} its id
 */
async function openTable(client, deals) {
  const options = { people: 1, pace_ms: 0, deals: Math.min(deals, MOST_DEALS_OF_A_MATCH) };
  const answer = await client.command('create', { options });
  if (answer.op !== 'ok') throw new Refused(`no table: ${answer.code}`);
  return answer.table;
}

/**
 * Play, and leave the table.
 * @param {ReturnType<typeof readArguments>} words
 */
async function play({ server, deals, cut, seed, name, join, password, token, wait }) {
  const { CuttingSocket, counted } = cuttingSockets(cut, seeded(seed));
  const random = seeded(seed + 1);
  const player = new Player({ deals, random, print: console.log });
  const client = new Client({
    url: server,
    WebSocket: /** @type {any} */ (CuttingSocket),
    storage: token === undefined ? tokenInMemory() : tokenInFile(token),
    listener: player,
    name,
    random,
    firstWaitMs: wait && wait * 1000,
    awayWaitMs: wait && wait * 1000,
    steadyMs: cut > 0 ? 0 : undefined, // what breaks on purpose is no trouble of the server's
  });
  const running = client.run();
  const findTable = async () => join ?? openTable(client, deals);
  const table = await Promise.race([player.play(client, findTable, password), running.then(ended)]);
  await client.command('leave', { table: table.id });
  client.bye();
  await running;
  return summary(player, table.tally, counted.cuts);
}

/** @returns {never} */
function ended() {
  throw new Error('the connection ended before the deals did');
}

/**
 * @param {Player} player
 * @param {import('./table.js').Tally} tally
 * @param {number} cuts
 */
function summary(player, tally, cuts) {
  return {
    deals: player.promises.settled.size,
    cuts,
    refused: player.refused,
    skipped: tally.skipped,
    lost: tally.lost + player.ledger.lost,
    duplicated: tally.duplicated + player.ledger.duplicated,
    differing: tally.differing,
    gaps: tally.gaps,
    verified: player.promises.verified,
  };
}

/** @param {ReturnType<typeof summary>} counts */
function isGood({ deals, refused, lost, duplicated, differing, verified }) {
  return refused + lost + duplicated + differing === 0 && verified === deals;
}

let words;
try {
  words = readArguments();
} catch (fault) {
  console.error(`${/** @type {Error} */ (fault).message}\n${USAGE}`);
  process.exit(2);
}
try {
  const counts = await play(words);
  console.log(JSON.stringify(counts));
  process.exitCode = isGood(counts) ? 0 : 1;
} catch (fault) {
  console.error(fault instanceof Refused ? fault.message : fault);
  if (fault instanceof Unreachable) {
    console.error('Is it running, and is the address right? --wait SECONDS waits longer.');
  }
  process.exit(1);
}
