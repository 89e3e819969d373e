import type { TurnRecord, TurnToSummarize } from '../domain/summary.ts';
import { clipText, cutText } from '../print/cut-text.ts';
import { printCount } from '../print/number.ts';
import { joinRedacted, printRedacted, redact, redactPlain, type Redacted } from '../redaction/redact.ts';

/** `text`: one JSON object per line, in the order of the records. `leftOut`: what is missing in it, in words; null if nothing is. */
export type CompressedTurn = { text: Redacted<string>; leftOut: string | null };

/** Characters of a record that stays at least, if it has that many; what is more important gets more. */
const floorChars = 200;
/** Records at both ends that stay before all others. */
const edgeRecords = 3;
const maxToolChars = 100;

/** A text within a JSON string. Text that looks like the end of an element stays data, even for a reader that searches for the end. */
const encode = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('</', String.raw`<\/`);

/** Beginning and end of a text in `chars` characters at most, and how much is missing. */
const shorten = (text: string, chars: number): string => {
  if (text.length <= chars) return text;
  const note = ` … ${printCount(text.length)} characters in all … `;
  const kept = chars - note.length;
  if (kept < note.length) return clipText(text, Math.max(1, chars));
  const tail = text.slice(text.length - Math.floor(kept / 2)).replace(/^[\udc00-\udfff]/u, '');
  return cutText(text, Math.ceil(kept / 2)) + note + tail;
};

/** The longest form of a text that is `chars` characters as JSON at most. */
const fit = (text: string, chars: number): string => {
  let [least, most] = [0, Math.min(text.length, chars)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (encode(shorten(text, middle)).length <= chars) least = middle;
    else most = middle - 1;
  }
  return least === 0 ? '' : encode(shorten(text, least));
};

/** A record, the JSON around its text, and what is planned for it: `weight` is its part of the budget. */
type Entry = { record: TurnRecord; at: number; before: string; after: string; rank: number; weight: number };

/** The number that a record is named by, from 1. */
type NumberOf = (record: TurnRecord, at: number) => number;

const toEntries = (records: readonly TurnRecord[], numberOf: NumberOf): Entry[] => {
  const prompt = records.findIndex(({ kind }) => kind === 'prompt');
  const answer = records.findLastIndex(({ kind }) => kind === 'response');
  return records.map((record, at) => {
    const { kind, tool, isFailed } = record;
    const isMain = at === prompt || at === answer;
    const isEdge = Math.min(at, records.length - 1 - at) < edgeRecords;
    const facts = {
      n: numberOf(record, at),
      kind,
      ...(tool !== null && { tool: printRedacted(redactPlain(tool), (clean) => cutText(clean, maxToolChars)) }),
      ...(isFailed && { failed: true }),
    };
    return {
      record,
      at,
      before: `${JSON.stringify(facts)
        .slice(0, -1)
        .replaceAll('</', String.raw`<\/`)},"text":"`,
      after: '"}\n',
      rank: isMain ? 0 : isEdge ? 1 : isFailed ? 2 : kind === 'system' ? 4 : 3,
      weight: isMain ? 4 : isFailed || kind === 'reasoning' || kind === 'response' ? 2 : 1,
    };
  });
};

const frameChars = ({ before, after }: Entry): number => before.length + after.length;

/** Least number of characters that a record takes. */
const leastChars = (entry: Entry): number => {
  const { text } = entry.record;
  const least = floorChars * entry.weight;
  return frameChars(entry) + (text.length >= least ? least : Math.min(least, encode(text).length));
};

/** The records that fit, the important ones first, then from both ends to the middle. In order. */
const choose = (entries: readonly Entry[], budget: number): Entry[] => {
  const toEdge = ({ at }: Entry): number => Math.min(at, entries.length - 1 - at);
  const chosen: Entry[] = [];
  let room = budget;
  for (const entry of entries.toSorted((a, b) => a.rank - b.rank || toEdge(a) - toEdge(b))) {
    const chars = leastChars(entry);
    if (chars > room) continue;
    room -= chars;
    chosen.push(entry);
  }
  return chosen.sort((a, b) => a.at - b.at);
};

/** Characters per weight, so that all texts together take `room` at most. */
const findShare = (texts: readonly { length: number; weight: number }[], room: number): number => {
  let [least, most] = [0, room];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (texts.reduce((sum, { length, weight }) => sum + Math.min(length, middle * weight), 0) <= room) least = middle;
    else most = middle - 1;
  }
  return least;
};

const kindNames = {
  prompt: 'prompt',
  reasoning: 'thought',
  response: 'message',
  tool_call: 'call',
  tool_result: 'result',
  system: 'system note',
} as const;
type Kind = TurnRecord['kind'];
const kinds = Object.keys(kindNames) as Kind[];

/** `12 of 40 results and 1 of 3 messages were shortened`; null if there are none. */
const describe = (some: readonly Entry[], all: readonly Entry[], verb: string): string | null => {
  const count = (entries: readonly Entry[], kind: Kind): number => entries.filter(({ record }) => record.kind === kind).length;
  const parts = kinds.flatMap((kind) => {
    const [part, total] = [count(some, kind), count(all, kind)];
    if (part === 0) return [];
    return [total === 1 ? `the ${kindNames[kind]}` : `${printCount(part)} of ${printCount(total)} ${kindNames[kind]}s`];
  });
  if (parts.length === 0) return null;
  const list = parts.length === 1 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  return `${list} ${some.length === 1 ? 'was' : 'were'} ${verb}`;
};

/**
 * A turn as a text for a model, without keys, tokens and passwords, in `budget` characters at most. Each record is a JSON object on a line
 * of its own, so that nothing in a record looks like another one. Where not all fits, texts lose their middles, then records in the middle
 * of the turn are left out; the prompt, the last answer, both ends and failures stay longest.
 */
export const compressTurn = (
  { records }: Pick<TurnToSummarize, 'records'>,
  budget: number,
  numberOf: NumberOf = (_, at) => at + 1,
): CompressedTurn => {
  const entries = toEntries(records, numberOf);
  const chosen = choose(entries, budget);
  const texts = chosen.map((entry) => {
    const text: string = redactPlain(entry.record.text);
    return { entry, text, encoded: encode(text) };
  });
  const room = chosen.reduce((rest, entry) => rest - frameChars(entry), budget);
  const share = findShare(
    texts.map(({ entry, encoded }) => ({ length: encoded.length, weight: entry.weight })),
    room,
  );
  const shortened: Entry[] = [];
  const lines = texts.map(({ entry, text, encoded }) => {
    const chars = share * entry.weight;
    const isWhole = encoded.length <= chars;
    if (!isWhole) shortened.push(entry);
    // Once more, because a cut may leave a text in which another rule finds something.
    return redact(entry.before + (isWhole ? encoded : fit(text, chars)) + entry.after);
  });
  const kept = new Set(chosen);
  const missing = [
    describe(shortened, entries, 'shortened'),
    describe(
      entries.filter((entry) => !kept.has(entry)),
      entries,
      'left out',
    ),
  ].filter((part) => part !== null);
  return { text: joinRedacted(lines, ''), leftOut: missing.length === 0 ? null : missing.join('; ') };
};
