import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

const kinds = ['flip', 'cut', 'remove', 'insert', 'repeat', 'move', 'ends', 'value', 'value', 'value', 'key', 'swap', 'pack'] as const;

/** One damage to a file. `at` and `to` are places in it, as shares of its length; `odd` chooses what is put there. */
export type Mutation = { kind: (typeof kinds)[number]; at: number; to: number; odd: number };

/** Places in a file, as shares of its length. */
export const shares = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    at: shares,
    to: shares,
    odd: fc.nat(999),
  }),
  { minLength: 1, maxLength: 5 },
);

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** JSON to put in the place of a value. */
const oddJson: readonly string[] = [
  ...['null', 'true', '0', '-1', '-0', '1e999', '-1e999', '1e308', '9007199254740993', '0.1', '1e-320', '12345678901234567890123'],
  ...['""', '" "', '"\\u0000"', '"\\ud800"', '"\\udc00x"', '"__proto__"', '"constructor"', '"\\u202ea"', '"x\\r\\ny\\u2028"'],
  ...['"9999-12-31T23:59:59.999Z"', '"+275760-09-13T00:00:00Z"', '"0000-01-01T00:00:00Z"', '"2026-02-30T00:00:00"', '"../../x"'],
  ...['[]', '{}', '[null]', '[[]]', '{"":0}', '{"__proto__":{"x":1}}', '{"toString":1}', '[{}]', '{"type":"text"}', '[1,"a",{}]'],
  `"${'x'.repeat(70_000)}"`,
  `"${'語'.repeat(300)}"`,
  nested(200),
  nested(20_000),
  `[${'{},'.repeat(3_000)}{}]`,
];

/** Bytes to put anywhere. */
const oddBytes: readonly Buffer[] = [
  ...['\0', '\uFEFF', '\r', '\n', '\r\n', '\n\n\n', '\u2028', ' ', '{', '"', '}\n{', '\\ud800', '[1]\n', 'null\n', '"a"\n', '{}\n'],
  ...['\0'.repeat(4_096), `${nested(5_000)}\n`, '['.repeat(5_000), 'x'.repeat(10_000)],
]
  .map((text) => Buffer.from(text))
  .concat(Buffer.from([0xff]), Buffer.from([0xc3]), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from([0x1f, 0x8b]));

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;
const placeOf = (length: number, share: number): number => Math.floor(share * length);

/** A copy of a file with damage to it. */
export const mutate = (bytes: Buffer, by: readonly Mutation[]): Buffer => by.reduce(mutateOnce, bytes);

const mutateOnce = (bytes: Buffer, { kind, at, to, odd }: Mutation): Buffer => {
  const [first, last] = [placeOf(bytes.length, Math.min(at, to)), placeOf(bytes.length, Math.max(at, to))];
  const [before, between, after] = [bytes.subarray(0, first), bytes.subarray(first, last), bytes.subarray(last)];
  switch (kind) {
    case 'flip':
      return Buffer.concat([before, Buffer.from([(bytes[first] ?? 0) ^ (1 + (odd % 255))]), bytes.subarray(first + 1)]);
    case 'cut':
      return bytes.subarray(0, last);
    case 'remove':
      return Buffer.concat([before, after]);
    case 'insert':
      return Buffer.concat([before, pick(oddBytes, odd), between, after]);
    case 'ends':
      return Buffer.concat([before, Buffer.from(between.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'), after]);
    case 'pack':
      return gzipSync(bytes, { level: odd % 10 });
    default:
      return mutateLines(bytes, { kind, at, to, odd });
  }
};

const mutateLines = (bytes: Buffer, { kind, at, to, odd }: Mutation): Buffer => {
  // As bytes: a damaged file is no text.
  const text = bytes.toString('latin1');
  const lines = toJson(text) === undefined ? text.split('\n') : [text];
  const [from, into] = [placeOf(lines.length, at), placeOf(lines.length, to)];
  const line = lines[from] ?? '';
  if (kind === 'repeat') lines.splice(into, 0, line);
  else if (kind === 'move') lines.splice(into, 0, ...lines.splice(from, 1));
  else lines[from] = replaceValue(line, kind === 'swap' ? (lines[into] ?? '') : null, kind === 'key', odd);
  return Buffer.from(lines.join('\n'), 'latin1');
};

const toJson = (text: string): unknown => {
  // The walk below is recursive.
  if (text.includes('['.repeat(1_000))) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

type Place = { of: Record<string, unknown>; key: string };

const listPlaces = (value: unknown, places: Place[] = []): Place[] => {
  if (typeof value !== 'object' || value === null) return places;
  for (const [key, one] of Object.entries(value)) {
    places.push({ of: value as Record<string, unknown>, key });
    listPlaces(one, places);
  }
  return places;
};

/** The line with one of its values replaced: by an odd one, by one of the other line, or, with its key, by none. */
const replaceValue = (line: string, other: string | null, drops: boolean, odd: number): string => {
  const value = toJson(line);
  const places = listPlaces(value);
  if (places.length === 0) return line;
  const { of, key } = pick(places, odd * 7_919);
  if (drops && !Array.isArray(of)) Reflect.deleteProperty(of, key);
  else of[key] = '@odd@';
  const others = other === null ? [] : listPlaces(toJson(other));
  const donor = others.length > 0 ? pick(others, odd) : null;
  const json = donor ? JSON.stringify(donor.of[donor.key]) : Buffer.from(pick(oddJson, odd)).toString('latin1');
  return JSON.stringify(value).replace('"@odd@"', () => json);
};
