import { buildEntries, buildPages } from './build.mjs';
import { setup } from './setup.mjs';

await setup();
await buildEntries();
await buildPages();
process.argv.push('--demo');
await import('../dist/server.mjs');
