import { build } from 'esbuild';
import { bundles } from '../scripts/build.mjs';

/** Bundles the server that tests share beside the product's, so that both find the pages and the threads in the same places. */
export default async () => {
  await build({ ...bundles.server, entryPoints: { 'warm-server': 'e2e/warm-server.ts' } });
};
