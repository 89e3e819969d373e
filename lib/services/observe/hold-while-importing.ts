import type { ImportQueue } from '../imports/import-queue.ts';

/** An import that takes longer is a large one. */
const largeAfterMs = 2_000;
/** Files of one import follow each other within this. */
const idleMs = 250;

/** Says that others should hold while a large import is under way, and when it is over. */
export const holdWhileImporting = (queue: ImportQueue, hold: (held: boolean) => void): ImportQueue & { close(): void } => {
  let active = 0;
  let held = false;
  let large: NodeJS.Timeout | null = null;
  let idle: NodeJS.Timeout | null = null;

  const begin = () => {
    active += 1;
    if (idle) clearTimeout(idle);
    idle = null;
    large ??= setTimeout(() => {
      held = true;
      hold(true);
    }, largeAfterMs);
  };
  const endAll = () => {
    if (large) clearTimeout(large);
    large = null;
    idle = null;
    if (!held) return;
    held = false;
    hold(false);
  };
  const end = () => {
    active -= 1;
    if (active === 0) idle = setTimeout(endAll, idleMs);
  };

  return {
    run: async (input, options) => {
      begin();
      try {
        return await queue.run(input, options);
      } finally {
        end();
      }
    },
    close: () => {
      for (const timer of [large, idle]) if (timer) clearTimeout(timer);
    },
  };
};
