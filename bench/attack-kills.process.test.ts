import { expect, it } from 'vitest';
import { isBuilt } from '../server/__fixtures__/built-server.ts';
import { killCommands } from './attack-commands.ts';
import { killServers } from './attack-kills.ts';
import { importMutations } from './attack-mutations.ts';

it.skipIf(!isBuilt)(
  'loses and doubles nothing that was acknowledged, whichever of two servers is killed',
  { timeout: 120_000 },
  async () => {
    const survived = await killServers(2);
    expect(survived).toMatchObject({ kills: 2, lost: 0, doubled: 0, damaged: 0 });
    expect(Math.min(survived.calls, survived.uploads, survived.triaged)).toBeGreaterThan(0);
  },
);

it.skipIf(!isBuilt)('loses nothing, and completes it when it is run again, whichever command is killed', { timeout: 240_000 }, async () => {
  for (const [name, survived] of await killCommands(1, undefined, 8))
    expect({ name, ...survived }).toMatchObject({ lost: 0, damaged: 0, unfinished: 0 });
});

it.skipIf(!isBuilt)('imports mutated files of all formats without a crash or damage', { timeout: 120_000 }, async () => {
  expect(await importMutations(30, 1)).toEqual({ inputs: 30, crashed: 0, unreported: 0, changed: 0, damaged: 0 });
});
