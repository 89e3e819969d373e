import { expect, it } from 'vitest';
import { isBuilt } from '../server/__fixtures__/built-server.ts';
import { killServers } from './attack-kills.ts';

it.skipIf(!isBuilt)(
  'loses and doubles nothing that was acknowledged, whichever of two servers is killed',
  { timeout: 120_000 },
  async () => {
    const survived = await killServers(4);
    expect(survived).toMatchObject({ kills: 4, lost: 0, doubled: 0, damaged: 0 });
    expect(Math.min(survived.calls, survived.uploads, survived.triaged)).toBeGreaterThan(0);
  },
);
