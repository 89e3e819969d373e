import { isMet, printFigure, type Figure } from './figure.ts';
import { measureImportAgain } from './import-again.ts';
import { measureImport } from './import-speed.ts';
import { measureLists } from './lists.ts';
import { measureLiveAppend } from './live-append.ts';
import { measureLongSession } from './long-session.ts';
import { measurePageImport } from './page-import.ts';

/**
 * `npm run bench [-- NAME…] [-- --full]`: prints every figure beside its limit. The server must be built. `--full` takes a
 * file of 1 GB and a session of 200,000 records. Ends with 1 when a limit was missed or a bench failed.
 */
const full = process.argv.includes('--full');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

const benches: Record<string, () => Promise<Figure[]>> = {
  import: () => measureImport(full),
  again: measureImportAgain,
  page: measurePageImport,
  long: () => measureLongSession(20_000),
  ...(full ? { longest: () => measureLongSession(200_000) } : {}),
  live: measureLiveAppend,
  lists: measureLists,
};

const run = async (): Promise<void> => {
  let missed = 0;
  for (const [name, measure] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    try {
      for (const figure of await measure()) {
        process.stdout.write(`${printFigure(figure)}\n`);
        if (!isMet(figure)) missed += 1;
      }
    } catch (error) {
      missed += 1;
      process.stdout.write(`${name}: failed: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  process.exitCode = missed > 0 ? 1 : 0;
};

void run();
