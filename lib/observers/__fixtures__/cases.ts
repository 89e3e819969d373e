import { readdirSync } from 'node:fs';
import type { Labelled } from './labelled.ts';

/** What labelled sessions are made with. */
const helpers = new Set(['arbitrary-steps', 'cases', 'labelled', 'make-calls']);

const files = readdirSync(import.meta.dirname)
  .map((file) => file.replace(/\.ts$/u, ''))
  .filter((name) => !helpers.has(name));

/** All labelled sessions: every list that a file of this folder exports. */
export const cases: readonly Labelled[] = (
  await Promise.all(files.map((name) => import(/* @vite-ignore */ `./${name}.ts`) as Promise<Record<string, readonly Labelled[]>>))
).flatMap((module) => Object.values(module).flat());
