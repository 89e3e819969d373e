import { buildEntries, buildPages } from './build.mjs';
import { setup } from './setup.mjs';

await setup();
await buildEntries();
if (process.argv[2] === 'serve') await buildPages();
await import('../dist/observatory.mjs');
