import { buildEntries, buildPages } from './build.mjs';
import { installPackages } from './setup.mjs';

const { compiled } = await installPackages();
await Promise.all([compiled.then(buildEntries), buildPages()]);
process.argv.push('--demo');
await import('../dist/server.mjs');
