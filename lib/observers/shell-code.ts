import { readArguments } from '../session/call-arguments.ts';
import type { CallFacts } from '../session/call-facts.ts';

/** The rest of a heredoc's first line is code; what follows up to its delimiter is text. */
const heredoc = /<<-?\s*(["']?)(\w+)\b\1([^\n]*)(?:\n[^]*?(?:\n[^\S\n]*\2(?!\w)|$)|$)/gu;
const patchBody = /\*\*\* Begin Patch[^]*?(?:\*\*\* End Patch|$)/gu;
/** Quoted text, unless it is a script for a shell (`-c`) or the target of a redirect. */
const quotation = /(?<!(?:-\w{0,6}c|>)\s{0,3})(?:'[^']*'|(?<!\\)"(?:[^"\\]|\\[^])*")/gu;

/** A shell command without heredocs, patches and quotations: in these, `>` is text and not a redirect. */
export const toShellCode = (command: string): string => {
  if (!command.includes('>')) return command;
  const plain = command.includes('<<') ? command.replace(heredoc, '$3') : command;
  return (plain.includes('*** Begin Patch') ? plain.replace(patchBody, '') : plain).replace(quotation, '""');
};

const joinParts = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((part) => typeof part === 'string') ? value.join(' ') : null;
};

/** A shell call's command with its line breaks where they matter or the summary is cut, else the summary; at most 8,192 characters. */
export const readCommand = ({ summary, params }: Pick<CallFacts, 'summary' | 'params'>): string => {
  if (!summary.endsWith('…') && !summary.includes('<<') && !summary.includes('*** Begin Patch')) return summary;
  const value = readArguments(params).json?.value;
  const named = typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)) : null;
  const command = named ? joinParts(named.get('command') ?? named.get('cmd') ?? named.get('input')) : joinParts(value);
  return (command ?? params).slice(0, 8_192);
};
