import { byteOrderMarkFlaw, parseSnapshot, toSnapshot } from '../../trajectories/snapshot.ts';
import { asciiOf, has, startsWith } from '../content-marks.ts';
import type { Head } from '../format.ts';
import { findKeyLine, findValueLine } from '../fault-line.ts';
import { toList, toObject } from '../narrow.ts';

const snapshotKeys = ['version', 'created_at', 'slices', 'parent_id', 'children_ids', 'tags', 'policies'];

/** Whether an object is meant as a snapshot, though something may be wrong with it. */
const isMeant = (value: unknown): boolean => {
  const one = toObject(value);
  if (!one || has(one, 'messages')) return false;
  const known = snapshotKeys.filter((key) => has(one, key)).length;
  return toList(one.slices) === null ? known === Object.keys(one).length && known >= 2 && has(one, 'version') : known >= 3;
};

/** Other programs write `version` and `created_at`, too: beside unknown keys, only slices tell a snapshot. */
const isSnapshot = (value: unknown): boolean => {
  const one = toObject(value);
  return one !== null && (toList(one.slices) !== null || isMeant(one)) && 'snapshot' in toSnapshot(one);
};

const hasMark = (head: Head): boolean => startsWith(head, [0xef, 0xbb, 0xbf]);

/** Whether the first line is a snapshot with NaN or Infinity, which JSON does not have. */
const isUnusual = (head: Head): boolean => {
  const first = isReadable(head) ? undefined : findFirstLine(head);
  return first !== undefined && 'snapshot' in parseSnapshot(first);
};

const isReadable = (head: Head): boolean => head.values.some((value) => value !== null) || toObject(head.document) !== null;

/** Files with a snapshot per line, of which at least one of the first can be read. */
export const detectSnapshots = (head: Head): number => (!hasMark(head) && (head.values.some(isSnapshot) || isUnusual(head)) ? 0.95 : 0);

/** One snapshot whose JSON is spread over lines. */
export const detectSnapshot = (head: Head): number =>
  !hasMark(head) && detectSnapshots(head) === 0 && isSnapshot(head.document) ? 0.95 : 0;

/** Why a file that is meant as snapshots holds none, and the line where; null for any other file. */
export const findSnapshotFlaw = (head: Head): SnapshotFlaw | null => {
  const meant = [...head.values, head.document].find(isMeant);
  if (meant !== undefined) {
    const reading = hasMark(head) ? { flaws: [byteOrderMarkFlaw] } : toSnapshot(meant);
    if (!('flaws' in reading)) return null;
    return head.values.length > 1 && head.values.includes(meant) ? toFlawOfLine(head, meant, reading.flaws) : toFlaw(head, reading.flaws);
  }
  const first = isReadable(head) || head.document !== undefined ? undefined : findFirstLine(head);
  if (first === undefined || !/"slices"|"version": ?"1"/u.test(first)) return null;
  const reading = parseSnapshot(first);
  return 'flaws' in reading ? toFlaw(head, reading.flaws) : null;
};

/** The first line with more than spaces, if it begins an object and ends within the head. */
const findFirstLine = (head: Head): string | undefined => {
  const text = asciiOf(head);
  const line = /^\s*(?<line>\{[^\n]*)/u.exec(text)?.groups?.line;
  return line?.includes('"created_at"') && (line.length < text.trimStart().length || text.length < 256 * 1024) ? line : undefined;
};

type SnapshotFlaw = { message: string; line: number | undefined };

const toFlaw = (head: Head, flaws: readonly string[]): SnapshotFlaw => ({
  message: `This is a weakincentives snapshot that cannot be read: ${flaws.slice(0, 5).join('; ')}.`,
  line: findKeyLine(head, toKey(flaws[0] ?? '')),
});

/** Flaw of a file of several snapshots, the first of which is `meant`. */
const toFlawOfLine = (head: Head, meant: unknown, flaws: readonly string[]): SnapshotFlaw => {
  const line = findValueLine(head, head.values.indexOf(meant));
  const about = flaws.slice(0, 5).join('; ');
  return {
    message: `None of the first lines of this file is a weakincentives snapshot that can be read. ${line === undefined ? 'The first' : `Line ${line}`}: ${about}.`,
    line,
  };
};

/** The key that a flaw is about: those of slices name their numbers. */
const toKey = (flaw: string): string => {
  const name = /\bits (?<name>[a-z_]+)/u.exec(flaw)?.groups?.name ?? '';
  return name === 'slice' ? 'slices' : name;
};
