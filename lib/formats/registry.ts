import type { Session } from '../domain/session.ts';
import { toOneLine } from '../print/one-line.ts';
import { printShellWord } from '../print/shell-word.ts';
import type { Agent, Format, Head, TableShape } from './format.ts';
import { amplifierFormats } from './amplifier/formats.ts';
import { atifFormat } from './atif/format.ts';
import { chatFormats } from './chat/formats.ts';
import { claudeCodeFormats } from './claude-code/formats.ts';
import { codexFormats } from './codex/formats.ts';
import { isArchive, isCodexLookalike } from './content-marks.ts';
import { durableStepsFormat } from './durable-steps/format.ts';
import { oatsFormats } from './oats/formats.ts';
import { findMissingColumns } from './oats/tables.ts';
import { refusals } from './refusals.ts';
import { findSyntaxFault, findValueLine } from './fault-line.ts';
import { toList, toObject } from './narrow.ts';
import { findSnapshotFlaw } from './weakincentives/detect.ts';
import { weakincentivesFormats } from './weakincentives/formats.ts';

/** The only list of formats that are read. */
export const formats: readonly Format[] = [
  ...claudeCodeFormats,
  ...codexFormats,
  ...amplifierFormats,
  atifFormat,
  durableStepsFormat,
  ...oatsFormats,
  ...weakincentivesFormats,
  ...chatFormats,
];

/** Labels of the formats that are read; companion files come with their session and are left out. */
export const supportedFormats: readonly string[] = formats.filter(({ companionOf }) => companionOf === undefined).map(({ label }) => label);

/** All agents that have a format, each once. */
export const agents: readonly Agent[] = [...new Map(formats.map(({ agent }) => [agent.id, agent])).values()];

/** An agent's name as people write it; the id itself where no format has that agent. */
export const toAgentLabel = (id: string): string => agents.find((agent) => agent.id === id)?.label ?? id;

/** Ids that are one plain word in every shell. */
const plainId = /^[\w][\w.-]*$/u;

/** A whole path without control characters: pasted into a terminal, those would act as keys. */
const plainFolder = /^(?:\/|[a-z]:[\\/])\P{Cc}*$/iu;

type Resumable = Pick<Session, 'family' | 'nativeId' | 'cwd' | 'relation' | 'synthetic'>;

/**
 * The command that goes on with a session, in the folder that it ran in, because agents look for it there; null for subagents, demo
 * sessions, and agents that cannot.
 */
export const toResumeCommand = ({ family, nativeId, cwd, relation, synthetic }: Resumable): string | null => {
  const command = agents.find((agent) => agent.id === family)?.resumeCommand;
  if (command === undefined || relation === 'subagent' || synthetic || !plainId.test(nativeId)) return null;
  const inFolder = cwd !== null && plainFolder.test(cwd) ? `cd ${printShellWord(cwd)} && ` : '';
  return `${inFolder}${command} ${nativeId}`;
};

export type Refusal = { code: 'not_recognized' | 'not_supported' | 'empty_file' | 'bad_snapshot'; message: string; line?: number };
export type Detection = { format: Format } | { refusal: Refusal };

/** The lowest score with which a format claims a file. */
export const minScore = 0.5;

/** Detects a file's format from its content alone: the one with the highest score, or why no format reads the file. Never throws. */
export const detectFormat = (head: Head, registry: readonly Format[] = formats): Detection => {
  if (isBlank(head.bytes)) {
    return refuse('empty_file', 'The file is empty. A session file holds at least one line.');
  }
  const scores = registry.map((format) => ({ format, score: format.detect(head) })).sort((a, b) => b.score - a.score);
  const best = scores[0];
  if (best && best.score >= minScore && !isArchive(head)) return { format: best.format };
  const known = refusals.find((one) => one.test(head));
  if (known) return refuse('not_supported', `This is ${known.label}. ${known.advice ?? `${known.plural} are not supported yet.`}`);
  const flaw = findSnapshotFlaw(head);
  if (flaw) return refuse('bad_snapshot', flaw.message, flaw.line);
  const fault = head.values.some((value) => toObject(value) !== null) ? null : findSyntaxFault(head);
  if (fault) return refuse('not_recognized', `Invalid JSON at line ${fault.line}, column ${fault.column}. ${asWritten}`, fault.line);
  return { refusal: { code: 'not_recognized', ...toReason(head) } };
};

const asWritten = 'Nothing of it was read. Import the file as the agent wrote it: JSON, JSON Lines or a database.';

/** Nothing but spaces and line ends behind a byte order mark, if there is one. */
const isBlank = (bytes: Uint8Array): boolean => {
  const begin = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return bytes.subarray(begin).every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
};

const refuse = (code: Refusal['code'], message: string, line?: number): Detection => ({
  refusal: { code, message, ...(line !== undefined && { line }) },
});

const toReason = (head: Head): Pick<Refusal, 'message' | 'line'> => {
  if (isCodexLookalike(head))
    return { message: 'This looks like a Codex rollout, but its session_meta line has no payload object, which every Codex file has.' };
  if (head.tables) return { message: toDatabaseReason(head, head.tables) };
  if (!isAnyJson(head)) {
    if (head.bytes.includes(0)) return { message: `This is a binary file. ${asWritten}` };
    const line = findValueLine(head, 0) ?? 1;
    return { message: `This is text, not JSON, from line ${line} on. ${asWritten}`, line };
  }
  const value = head.document ?? head.values.find((one) => toObject(one) !== null) ?? head.values[0] ?? null;
  return { message: `This is JSON, but not a trajectory of a known format: it holds ${describe(value)}. ${asWritten}` };
};

const isAnyJson = (head: Head): boolean =>
  head.document !== undefined || isJson(head.values[0]) || isNull(head.bytes) || head.values.some((value) => toObject(value) !== null);

const maxNames = 5;
const maxNameChars = 40;

/** Describes a value by its keys, without what they hold. */
const describe = (value: unknown): string => {
  const list = toList(value);
  if (list) return list.length === 0 ? 'an empty list' : `a list that begins with ${describe(list[0])}`;
  const fields = toObject(value);
  if (!fields) return value === null ? 'null' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
  const names = Object.keys(fields);
  if (names.length === 0) return 'an object without keys';
  const shown = names.slice(0, maxNames).map((name) => `“${toOneLine(name, maxNameChars)}”`);
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  return `an object with the ${names.length === 1 ? 'key' : 'keys'} ${shown.join(', ')}${more}`;
};

const isNull = (bytes: Uint8Array): boolean => new TextDecoder().decode(bytes).trim() === 'null';

/** A value of its own on the first line; lines that are no JSON stand as null. */
const isJson = (first: unknown): boolean => first !== undefined && first !== null;

const isOwnArchive = (tables: readonly TableShape[]): boolean =>
  ['__drizzle_migrations', 'raw_chunks'].every((own) => tables.some(({ name }) => name === own));

const toDatabaseReason = (head: Head, tables: readonly TableShape[]): string => {
  if (isOwnArchive(tables))
    return 'This is an archive of Trajectory Observatory, or a backup of one. Restore it with `data restore`, or use it by naming it in OBSERVATORY_DB.';
  const missing = findMissingColumns(tables);
  if (missing) return `This is a SQLite database whose table trajectories is not that of an oats store: ${missing.join(', ')} is missing.`;
  if (tables.length > 0) return `This is a SQLite database of something else: its tables are ${listNames(tables)}.`;
  const isLogged = head.bytes[18] === 2;
  const advice =
    'While its writer is open, rows may stand in the -wal file beside it alone: import it from its own folder, or after its writer ended.';
  return `This SQLite database holds no tables.${isLogged ? ` ${advice}` : ''}`;
};

const listNames = (tables: readonly TableShape[]): string => {
  const names = tables.slice(0, 8).map(({ name }) => name.slice(0, 64));
  return tables.length > names.length ? `${names.join(', ')} and ${tables.length - names.length} more` : names.join(', ');
};
