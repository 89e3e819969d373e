import { AppError } from '../domain/errors.ts';
import { normalizeTexts } from '../domain/normalize-texts.ts';
import { parseJson } from '../domain/parse-json.ts';
import type { Fields, Snapshot, SnapshotSlice } from '../domain/snapshot.ts';
import { toList, toObject, toText } from '../formats/narrow.ts';
import { parsePythonJson } from './python-json.ts';
import { parsePythonTime } from './python-time.ts';

/** A snapshot, or what is wrong with it, in words that go on from "its …" or "it …". */
export type SnapshotReading = { snapshot: Snapshot } | { flaws: readonly string[] };

/** Flaw of a text that begins with a byte order mark. */
export const byteOrderMarkFlaw = 'it begins with a byte order mark, which weakincentives does not read';

/** Parses the JSON text of a snapshot, such as one line of a dump. Never throws. */
export const parseSnapshot = (text: string): SnapshotReading => {
  if (text.startsWith('\uFEFF')) return { flaws: [byteOrderMarkFlaw] };
  try {
    return toSnapshot(parseJson(text));
  } catch (error) {
    if (error instanceof AppError) return { flaws: [error.message] };
  }
  try {
    // NaN and Infinity, which Python writes and reads, are no JSON.
    return toSnapshot(normalizeTexts(parsePythonJson(text, Number)));
  } catch (error) {
    return { flaws: [`it is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`] };
  }
};

/** Narrows parsed JSON to a snapshot. Whatever the library refuses for its form is refused; unknown keys and types are left alone. */
export const toSnapshot = (value: unknown): SnapshotReading => {
  const fields = toObject(value);
  if (!fields) return { flaws: ['it is not an object'] };
  const flaws: string[] = [];
  const check = <Value>(found: Value | null, flaw: string): Value | null => {
    if (found === null) flaws.push(flaw);
    return found;
  };

  checkVersion(fields.version, flaws);
  const createdAt = readTime(fields.created_at, flaws);
  const parentId = isAbsent(fields.parent_id) ? null : check(toUuid(fields.parent_id), 'its parent_id is not a UUID');
  const childrenIds = (check(toListOr(fields.children_ids), 'its children_ids is not a list') ?? []).map((child) => toUuid(child));
  if (childrenIds.includes(null)) flaws.push('its children_ids holds something other than UUIDs');
  const slices = toSlices(check(toListOr(fields.slices), 'its slices is not a list') ?? [], flaws);
  const tags = check(
    toRecord(check(toObjectOr(fields.tags), 'its tags is not an object') ?? {}, isText),
    'its tags holds something other than texts',
  );
  const policyOf = check(toObjectOr(fields.policies), 'its policies is not an object') ?? {};
  const policies = check(toRecord(policyOf, isPolicy), 'its policies holds something other than "state" and "log"');

  if (flaws.length > 0 || createdAt === null || tags === null || policies === null) return { flaws };
  return { snapshot: { createdAt, parentId, childrenIds: childrenIds.filter((id) => id !== null), slices, tags, policies } };
};

const checkVersion = (version: unknown, flaws: string[]): void => {
  if (version === undefined) flaws.push('its version is missing');
  else if (!isText(version)) flaws.push('its version is not a text');
  else if (version !== '1') flaws.push(`its version is "${version.slice(0, 40)}", and only version "1" is known`);
};

const readTime = (value: unknown, flaws: string[]): ReturnType<typeof parsePythonTime> => {
  const time = isText(value) ? parsePythonTime(value) : null;
  if (value === undefined) flaws.push('its created_at is missing');
  else if (!isText(value)) flaws.push('its created_at is not a text');
  else if (time === null) flaws.push(`its created_at is "${value.slice(0, 40)}", which is not a time`);
  return time;
};

const isText = (value: unknown): value is string => typeof value === 'string';
const isPolicy = (value: unknown): value is 'state' | 'log' => value === 'state' || value === 'log';
const isAbsent = (value: unknown): boolean => value === null || value === undefined;

const toRecord = <Value>(fields: Fields, is: (value: unknown) => value is Value): Record<string, Value> | null => {
  const isRecord = (some: Fields): some is Record<string, Value> => Object.values(some).every(is);
  return isRecord(fields) ? fields : null;
};

/** A key may be missing; null in its place is an error. */
const toListOr = (value: unknown): readonly unknown[] | null => (value === undefined ? [] : toList(value));
const toObjectOr = (value: unknown): Fields | null => (value === undefined ? {} : toObject(value));

/** Python takes UUIDs with braces, as URNs, in upper case, and with hyphens anywhere. */
const toUuid = (value: unknown): string | null => {
  const digits = (toText(value)?.slice(0, 100) ?? '').replaceAll(/urn:|uuid:|^\{+|(?<!\})\}+$|-/gu, '').toLowerCase();
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/u.exec(digits);
  return parts === null ? null : parts.slice(1).join('-');
};

/** If two slices have the same type, the last one counts. */
const toSlices = (list: readonly unknown[], flaws: string[]): SnapshotSlice[] => {
  const slices = new Map<string, SnapshotSlice>();
  for (const [index, entry] of list.entries()) {
    const slice = toObject(entry);
    const [sliceType, itemType] = [toText(slice?.slice_type), toText(slice?.item_type)];
    const items = toListOr(slice?.items);
    const name = `slice ${index + 1}`;
    if (!slice) flaws.push(`its ${name} is not an object`);
    else if (sliceType === null) flaws.push(`its ${name} has no slice_type that is a text`);
    else if (itemType === null) flaws.push(`its ${name} has no item_type that is a text`);
    else if (!items) flaws.push(`the items of its ${name} are not a list`);
    else if (!items.every((item): item is Fields => toObject(item) !== null)) flaws.push(`the items of its ${name} are not all objects`);
    else slices.set(sliceType, { sliceType, itemType, items });
  }
  return [...slices.values()];
};
