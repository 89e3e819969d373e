import path from 'node:path';
import { isGuarded } from './lib/server/own-headers.ts';
import type * as guard from './server/guard-next.ts';

/** Next.js calls it once, before it answers. `next start` and `next dev` by themselves have nothing in front that checks requests. */
export const register = async (): Promise<void> => {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || isGuarded()) return;
  // Set by `next.config.js`, which Next.js reads first.
  const root = process.env.TRAJECTORY_OBSERVATORY_ROOT;
  if (root === undefined) throw new Error('next.config.js was not read, so the server cannot be guarded.');
  const { guardNext } = (await import(/* webpackIgnore: true */ path.join(root, 'dist/guard-next.mjs'))) as typeof guard;
  await guardNext();
};
