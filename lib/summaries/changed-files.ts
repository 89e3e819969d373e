import type { TurnRecord } from '../domain/summary.ts';
import { readArguments } from '../session/call-arguments.ts';
import { listPatchedPaths } from '../session/patched-files.ts';
import { toToolKind } from '../session/tool-kind.ts';
import { computeToolSummary } from '../session/tool-summary.ts';

const maxArgumentChars = 20_000;

/** Paths of the files that calls are known to have changed, as the calls name them and in their order. */
export const listChangedFiles = (records: readonly TurnRecord[]): string[] => {
  const files = new Set<string>();
  for (const { kind, tool, text, isFailed } of records) {
    if (kind !== 'tool_call' || tool === null || isFailed !== false || !['edit', 'write'].includes(toToolKind(tool))) continue;
    const patches = listPatchedPaths(text.slice(0, maxArgumentChars));
    const named = patches.length > 0 ? patches : [computeToolSummary(readArguments(text))];
    for (const file of named) if (/^\S+$/u.test(file.trim())) files.add(file.trim());
  }
  return [...files];
};

const splitPath = (file: string): string[] => file.split(/[/\\]+/u).filter((part) => part !== '' && part !== '.');

/** A file without its folders. */
export const toFileName = (file: string): string => splitPath(file).at(-1) ?? file;

/** The shortest end of each path that no other one has: its name, its folder, and as many folders above as needed. */
export const toBriefPaths = (files: readonly string[]): string[] => {
  const split = files.map(splitPath);
  const endOf = (parts: readonly string[], count: number): string => parts.slice(-count).join('/');
  const brief = split.map((parts) => {
    let count = 2;
    while (count < parts.length && split.some((other) => other !== parts && endOf(other, count) === endOf(parts, count))) count += 1;
    return endOf(parts, count);
  });
  return [...new Set(brief)];
};
