import type { TurnRecord } from '../domain/summary.ts';
import { readArguments } from '../session/call-arguments.ts';
import { toToolKind } from '../session/tool-kind.ts';
import { computeToolSummary } from '../session/tool-summary.ts';

const patched = /\*\*\* (?:Add|Update|Delete) File: ([^\n\\"]{1,300})/gu;
const maxArgumentChars = 20_000;

const toName = (file: string): string => file.slice(file.search(/[^/\\]*$/u));

/** Names of the files that calls changed, without their folders, in the order of the calls. */
export const listChangedFiles = (records: readonly TurnRecord[]): string[] => {
  const files = new Set<string>();
  for (const { kind, tool, text, isFailed } of records) {
    if (kind !== 'tool_call' || tool === null || isFailed === true || !['edit', 'write'].includes(toToolKind(tool))) continue;
    const patches = [...text.slice(0, maxArgumentChars).matchAll(patched)].map(([, file = '']) => file);
    const named = patches.length > 0 ? patches : [computeToolSummary(readArguments(text))];
    for (const file of named) if (/^\S+$/u.test(file.trim())) files.add(toName(file.trim()));
  }
  files.delete('');
  return [...files];
};
