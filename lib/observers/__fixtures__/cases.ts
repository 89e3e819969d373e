import { readdirSync } from 'node:fs';
import type { Labeled } from './labeled.ts';

/** Helpers that build labeled sessions. */
const helpers = new Set(['arbitrary-steps', 'cases', 'labeled', 'make-calls']);

const files = readdirSync(import.meta.dirname)
  .map((file) => file.replace(/\.ts$/u, ''))
  .filter((name) => !helpers.has(name));

/** All labeled sessions: every list that a file of this folder exports. */
export const cases: readonly Labeled[] = (
  await Promise.all(files.map((name) => import(/* @vite-ignore */ `./${name}.ts`) as Promise<Record<string, readonly Labeled[]>>))
).flatMap((module) => Object.values(module).flat());
