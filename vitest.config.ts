import path from 'node:path';
import { defineConfig } from 'vitest/config';

const alias = { '@': path.resolve(import.meta.dirname) };
const setupFiles = ['scripts/count-assertions.ts'];
const exclude = ['node_modules/**', 'dist/**', '.next/**', 'e2e/**'];

/** `unit` runs from the sources alone; `process` starts what `npm run build` wrote. */
export default defineConfig({
  test: {
    // Left to itself it keeps one core free.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.process.test.ts'],
          testTimeout: 30_000,
          // Modules are loaded once for each worker, not for each file: that is a third of the time.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'process',
          environment: 'node',
          setupFiles,
          include: ['**/*.process.test.ts'],
          exclude,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // The slow ones first, and by themselves: where files of both kinds take turns, each turn starts a worker that loads all modules anew.
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
