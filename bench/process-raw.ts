import { timeMs } from './archive.ts';
import { importAtRawLimit } from './raw-limit.ts';

/** Child of the bench: brings one file into a database at the raw limit and prints the milliseconds. `FILE DATABASE` */
const [file = '', databaseFile = ''] = process.argv.slice(2);

void timeMs(() => importAtRawLimit(file, databaseFile)).then((ms) => process.stdout.write(`${ms}\n`));
