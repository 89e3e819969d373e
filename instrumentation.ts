import path from 'node:path';
import { isGuarded } from './lib/server/own-headers.ts';
import type * as guard from './server/guard-next.ts';

/** Next.js calls it once, before it answers. `next start` and `next dev` by themselves have nothing in front that checks requests. */
export const register = async (): Promise<void> => {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || isGuarded()) return;
  const { guardNext } = (await import(/* webpackIgnore: true */ path.resolve('dist/guard-next.mjs'))) as typeof guard;
  await guardNext();
};
