import { writePythonFloat } from './python-float.ts';

/** Levels of lists and objects, and digits of an integer, that are read; Python itself reads about as many. */
const [maxLevels, maxDigits] = [1_000, 4_300];

const numberPattern = /-?(?:0|[1-9]\d*)(?<rest>(?:\.\d+)?(?:[eE][+-]?\d+)?)/uy;
const literals: readonly (readonly [string, unknown])[] = [
  ...([['null', null], ['true', true], ['false', false]] as const), // prettier-ignore
  ...([['NaN', NaN], ['Infinity', Infinity], ['-Infinity', -Infinity]] as const), // prettier-ignore
];
const backslash = 0x5c;

/**
 * Parses JSON as Python does: NaN and Infinity are numbers. Whole numbers become what `toWhole` makes of their digits: as bigint, they
 * differ from 1.0 and can be written again without loss. Throws SyntaxError where it is no such JSON,
 * whose cause is the place of what does not belong there. Takes linear time.
 */
export const parsePythonJson = (text: string, toWhole: (digits: string) => unknown = BigInt): unknown => {
  let at = 0;

  const fail = (): never => {
    throw new SyntaxError(
      at < text.length ? `unexpected ${JSON.stringify(text.slice(at, at + 12))} at character ${at + 1}` : 'it ends too early',
      { cause: at },
    );
  };
  const skipSpace = (): void => {
    while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  };
  const take = (mark: string): boolean => {
    skipSpace();
    if (text[at] !== mark) return false;
    at += 1;
    return true;
  };

  const readText = (): string => {
    const from = at;
    if (text[at] !== '"') fail();
    for (at += 1; ; at += 1) {
      at = text.indexOf('"', at);
      if (at < 0) {
        at = text.length;
        fail();
      }
      let before = at - 1;
      while (before > from && text.charCodeAt(before) === backslash) before -= 1;
      if ((at - before) % 2 === 1) break;
    }
    at += 1;
    const inner = text.slice(from + 1, at - 1);
    // JSON does not allow control characters in texts.
    return /[\\\0-\x1f]/u.test(inner) ? String(JSON.parse(text.slice(from, at))) : inner;
  };

  const readNumber = (): unknown => {
    numberPattern.lastIndex = at;
    const found = numberPattern.exec(text);
    if (!found) return fail();
    if (found.groups?.rest === '' && found[0].length > maxDigits) throw new SyntaxError(`a number has more than ${maxDigits} digits`);
    at += found[0].length;
    return found.groups?.rest === '' ? toWhole(found[0]) : Number(found[0]);
  };

  const readValue = (level: number): unknown => {
    if (level > maxLevels) throw new SyntaxError(`it has more than ${maxLevels} levels`);
    skipSpace();
    if (text[at] === '"') return readText();
    if (take('[')) return readList(level);
    if (take('{')) return readObject(level);
    const literal = literals.find(([name]) => text.startsWith(name, at));
    if (!literal) return readNumber();
    at += literal[0].length;
    return literal[1];
  };

  const readList = (level: number): unknown[] => {
    const list: unknown[] = [];
    if (take(']')) return list;
    do list.push(readValue(level + 1));
    while (take(','));
    if (!take(']')) fail();
    return list;
  };

  const readObject = (level: number): Record<string, unknown> => {
    // Without a prototype, `__proto__` is a key like any other.
    const object = Object.create(null) as Record<string, unknown>;
    if (take('}')) return object;
    do {
      skipSpace();
      const key = readText();
      if (!take(':')) fail();
      object[key] = readValue(level + 1);
    } while (take(','));
    if (!take('}')) fail();
    return object;
  };

  const value = readValue(1);
  skipSpace();
  if (at < text.length) fail();
  return value;
};

/** JSON text as Python's `json.dumps(value, sort_keys=True)` writes it. */
export const writePythonJson = (value: unknown): string => {
  if (typeof value === 'string') return writeText(value);
  if (typeof value === 'number') return writePythonFloat(value);
  if (Array.isArray(value)) return `[${value.map(writePythonJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => compareCodePoints(a, b));
  return `{${entries.map(([key, inner]) => `${writeText(key)}: ${writePythonJson(inner)}`).join(', ')}}`;
};

const writeText = (text: string): string =>
  JSON.stringify(text).replaceAll(/[^\0-~]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** Python compares code points: what UTF-16 writes as two units comes last. */
export const compareCodePoints = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return toRank(one) - toRank(other);
  }
  return a.length - b.length;
};

const toRank = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x1_0000 : unit);
