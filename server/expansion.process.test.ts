import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attacks, runImport, writeAttack } from '../bench/attack-memory.ts';
import { startServer } from '../e2e/start-server.ts';
import { isBuilt } from './__fixtures__/imports.ts';

/** More than any of them holds, and as much as the README says. */
const maxMb = 300;
/** Enough for a busy machine. */
const maxStopMs = 2_000;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-expansion-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Without a name, a file of one line. */
const write = async (name?: string): Promise<string> => {
  const attack = name === undefined ? { part: '{}\n', bytes: 3 } : attacks[name];
  if (!attack) throw new Error(`There is no attack ${name}.`);
  const file = path.join(folder, 'hostile');
  await writeAttack(file, attack);
  return file;
};

const grown = [
  'cell of 60 MB of NUL',
  'largest cell of NUL',
  'largest cell of quotes',
  'row of twelve cells of 20 MB',
  'gzip of 64 MB of [',
];

describe.skipIf(!isBuilt)('a small input that grows when it is read', { timeout: 240_000 }, () => {
  it('takes no more memory than the largest one', async () => {
    const idle = await runImport(await write(), path.join(folder, 'idle.db'));
    for (const [at, name] of grown.entries()) {
      const { peakMb } = await runImport(await write(name), path.join(folder, `${at}.db`));
      expect(peakMb - idle.peakMb, name).toBeLessThan(maxMb);
    }
  });

  it.each(grown)('does not keep the server from ending: %s', async (name) => {
    const file = await write(name);
    const server = await startServer({ folder });
    const sending = fetch(`${server.url}/api/imports?name=hostile`, {
      method: 'POST',
      body: await openAsBlob(file),
      headers: { 'content-type': 'application/octet-stream' },
    }).catch(() => null);
    await setTimeout(600);
    const began = performance.now();
    await server.stop();
    expect(performance.now() - began).toBeLessThan(maxStopMs);
    await sending;
  });
});
