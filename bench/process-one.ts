import { openArchive, timeMs } from './archive.ts';
import { importAtRawLimit } from './raw-limit.ts';

/** Child of the benches: imports one file in a process of its own and prints time and memory. `raw|import FILE DATABASE` */
const [mode, file = '', databaseFile = ''] = process.argv.slice(2);

const importWhole = async (): Promise<void> => {
  const archive = openArchive(databaseFile);
  const result = await archive.importPath(file);
  if (result.status !== 'imported') throw new Error(`the import ended with ${result.status}: ${JSON.stringify(result.issues.slice(0, 3))}`);
  await archive.index();
  await archive.close();
};

const run = async (): Promise<void> => {
  const ms = await timeMs(() => (mode === 'raw' ? importAtRawLimit(file, databaseFile) : importWhole()));
  process.stdout.write(`${JSON.stringify({ ms, maxRssBytes: process.resourceUsage().maxRSS * 1_024 })}\n`);
};

void run();
