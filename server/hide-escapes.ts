import { format } from 'node:util';
import { toVisibleOutput } from '../lib/print/visible-text.ts';

/** Next.js logs parts of requests as they are. Makes the console write no control characters, which a terminal would act on. */
export const hideEscapes = (console: Console): void => {
  for (const level of ['debug', 'error', 'info', 'log', 'warn'] as const) {
    const write = console[level];
    console[level] = (...values: unknown[]) => write('%s', toVisibleOutput(format(...values)));
  }
};
