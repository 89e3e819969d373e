import { hash } from 'node:crypto';
import * as z from 'zod';
import { isRefused } from '../domain/outcome-names.ts';
import { readArguments } from '../session/call-arguments.ts';
import type { CallFacts } from '../session/call-facts.ts';
import { clip } from './clip.ts';
import type { Edit } from './observed-call.ts';
import { toRelativePath } from '../session/relative-path.ts';

const fewCharacters = 500;

/**
 * Tells texts of one file apart. Short ones by cyrb53, a published hash of 53 bits that is several times as fast on them as
 * SHA-256; nothing rests on its strength.
 */
const toHash = (text: string): string => (text.length > fewCharacters ? hash('sha256', text, 'base64url').slice(0, 10) : cyrb53(text));

export const cyrb53 = (text: string): string => {
  // As 32-bit integers from the start, which is how every step leaves them: the loop then needs no floats.
  let high = 0xdeadbeef | 0;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return toBase36(4_294_967_296 * (2_097_151 & low) + (high >>> 0));
};

/** 36 to the power of 5. */
const fiveDigits = 60_466_176;

/** A whole number as `toString(36)` prints it, a tenth of the time of doing so beyond 32 bits. */
const toBase36 = (value: number): string => {
  const above = Math.floor(value / fiveDigits);
  const below = (value - above * fiveDigits).toString(36);
  return above === 0 ? below : above.toString(36) + below.padStart(5, '0');
};

const pair = z.object({ old_string: z.string(), new_string: z.string() });
const namedFile = { file_path: z.string().optional(), path: z.string().optional(), filename: z.string().optional() };
const strReplace = z.object({ ...namedFile, old_str: z.string(), new_str: z.string() });
const replacement = z.union([z.object({ ...namedFile, ...pair.shape }), z.object({ ...namedFile, edits: z.array(pair).min(1) })]);
const wholeFile = z.object({ ...namedFile, content: z.string() });
const patchHolder = z.union([
  z.object({ input: z.string() }),
  z.object({ patch: z.string() }),
  z.object({ command: z.union([z.string(), z.array(z.string())]) }),
  z.object({ cmd: z.string() }),
]);

type Change = { path: string; from: string | null; to: string };

const fileOf = (named: { file_path?: string | undefined; path?: string | undefined; filename?: string | undefined }): string =>
  named.file_path ?? named.path ?? named.filename ?? '';

/** Old and new lines of each file of a patch in the form of Codex. */
const readPatch = (text: string): Change[] => {
  const begin = text.indexOf('*** Begin Patch');
  if (begin < 0) return [];
  const files: { path: string; from: string[]; to: string[]; added: boolean }[] = [];
  for (const line of text.slice(begin).split('\n')) {
    const head = /^\*\*\* (Add|Update|Delete) File: (.+)$/su.exec(line.trimEnd());
    if (head) files.push({ path: head[2] ?? '', from: [], to: [], added: head[1] === 'Add' });
    else if (line.startsWith('-')) files.at(-1)?.from.push(line.slice(1));
    else if (line.startsWith('+')) files.at(-1)?.to.push(line.slice(1));
  }
  return files.map(({ path, from, to, added }) => ({ path, from: added ? null : from.join('\n'), to: to.join('\n') }));
};

const readChanges = (value: unknown): Change[] => {
  if (typeof value === 'string') return readPatch(value);
  const replaced = replacement.safeParse(value).data;
  if (replaced) {
    const edits = 'edits' in replaced ? replaced.edits : [replaced];
    const join = (side: 'old_string' | 'new_string'): string => edits.map((one) => one[side]).join('\0');
    return [{ path: fileOf(replaced), from: join('old_string'), to: join('new_string') }];
  }
  const other = strReplace.safeParse(value).data;
  if (other) return [{ path: fileOf(other), from: other.old_str, to: other.new_str }];
  const whole = wholeFile.safeParse(value).data;
  if (whole) return [{ path: fileOf(whole), from: null, to: whole.content }];
  const holder = patchHolder.safeParse(value).data;
  if (!holder) return [];
  const text = 'input' in holder ? holder.input : 'patch' in holder ? holder.patch : 'cmd' in holder ? holder.cmd : holder.command;
  return readPatch(Array.isArray(text) ? text.join('\n') : text);
};

const none: readonly Edit[] = [];
const maxEdits = 8;

/** Edits of a call that did not fail, with hashes of the text before and after. Parses the arguments. */
export const computeEdits = (facts: CallFacts, cwd: string | null): readonly Edit[] => {
  const { kind, params, outcome } = facts;
  if (outcome === 'error' || isRefused(outcome)) return none;
  if (kind !== 'edit' && kind !== 'write' && !(kind === 'shell' && params.includes('*** Begin Patch'))) return none;
  const { json, text } = readArguments(params);
  const changes = readChanges(json ? json.value : text).filter(({ path, from, to }) => path !== '' && from !== to);
  return changes.slice(0, maxEdits).map(({ path, from, to }) => ({
    path: clip(toRelativePath(path, cwd), 120),
    from: from === null ? null : toHash(from),
    to: toHash(to),
  }));
};
