import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { bundles } from '../scripts/build.mjs';

/**
 * Bundles the server that tests share beside the product's, so that both find the pages and the threads in the same places, and makes a
 * folder for the archives that tests copy.
 */
export default async () => {
  await build({ ...bundles.server, entryPoints: { 'warm-server': 'e2e/warm-server.ts' } });
  const archives = await mkdtemp(path.join(os.tmpdir(), 'observatory-archives-'));
  process.env.OBSERVATORY_TEST_ARCHIVES = archives;
  return () => rm(archives, { recursive: true, force: true });
};
