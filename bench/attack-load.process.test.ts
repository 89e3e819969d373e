import { expect, it } from 'vitest';
import { isBuilt } from '../server/__fixtures__/built-server.ts';
import { putMixedLoad } from './attack-load.ts';

it.skipIf(!isBuilt || process.platform !== 'linux')(
  'answers, loses nothing and stays within 400 MB under mixed load',
  { timeout: 180_000 },
  async () => {
    const { samples, answers, lost } = await putMixedLoad(0.1, { sessions: 15, longSession: 2_000 });
    expect(lost).toBe(0);
    expect(Math.max(...samples.map(({ rssMb }) => rssMb))).toBeLessThan(400);
    const statuses = answers.flatMap((one) => Object.keys(one.statuses));
    expect(new Set(statuses)).toEqual(new Set(['200', '201']));
  },
);
