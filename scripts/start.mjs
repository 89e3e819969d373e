import { buildEntries, buildPages } from './build.mjs';
import { setup } from './setup.mjs';

await setup();
await buildEntries();
await buildPages();
process.argv.push('--demo');
process.env.NODE_ENV = 'production';
process.env.NEXT_TELEMETRY_DISABLED = '1';
await import('../dist/server.mjs');
