import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startServer } from '../e2e/start-server.ts';
import { inFolder } from './archive.ts';
import { attacks, writeAttack, type Attack } from './attack-memory.ts';
import { atMost, type Figure } from './figure.ts';

/** Enough for a busy machine. */
export const maxStopMs = 2_000;

/** Inputs that grow when they are read. */
const grown = [
  'cell of 60 MB of NUL',
  'largest cell of NUL',
  'largest cell of quotes',
  'row of twelve cells of 20 MB',
  'gzip of 64 MB of [',
];

/** How long a server takes to end that was sent an input `leadMs` ago, in milliseconds. */
export const measureStopMs = (attack: Attack, leadMs = 600): Promise<number> =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'hostile');
    await writeAttack(file, attack);
    const server = await startServer({ folder });
    const sending = fetch(`${server.url}/api/imports?name=hostile`, {
      method: 'POST',
      body: await openAsBlob(file),
      headers: { 'content-type': 'application/octet-stream' },
    }).catch(() => null);
    await setTimeout(leadMs);
    const began = performance.now();
    await server.stop();
    const tookMs = performance.now() - began;
    await sending;
    return tookMs;
  });

/** Time in which a server ends that reads an input. */
export const measureAttackEnding = async (): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const name of grown) {
    const attack = attacks[name];
    if (attack) figures.push(atMost(`end of a server that reads: ${name}`, await measureStopMs(attack), maxStopMs, 'ms'));
  }
  return figures;
};
