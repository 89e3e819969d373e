import { RE2JS, RE2JSSyntaxException } from 're2js';

/** Part of a pattern that cannot be matched, and what to write instead. */
class Unsupported extends Error {}

const unsupported: readonly (readonly [RegExp, string])[] = [
  [/!\(/uy, 'has !(…). Take files away with a pattern of its own that begins with !, such as !**/*.test.ts'],
  [/\(\?[!=<:]/uy, 'has (?, which belongs to regular expressions'],
  [/\\(?:[a-z\d]|$)/iuy, 'has a backslash before a letter, a digit or the end. Separate folders with /'],
  [/\{(?!\w\.\.\w\})(?=[^{},]*\})[^{},.]*(?:\.[^{},.]+)*\.\./uy, 'has a range of longer names. List them, such as {8,9,10}'],
  [/"/uy, 'has a quotation mark. Match one with \\"'],
  [/\|/uy, 'has | outside of ( ). Use {a,b} or several patterns'],
];

const anyName = '[^/]*';
const anyFolders = '(?:.*/)?';

/** A class of RE2, where `-` and `[:alpha:]` mean the same, or the brackets as they are: folders have names such as `[id]`. */
const toClass = (brackets: string, negation: string, content: string): string => {
  const inner = content.replaceAll(/\[:[a-z]+:\]|\\(.)|[[\]^]/gsu, (part, char: string | undefined) =>
    part.startsWith('[:') ? part : `\\${char ?? part}`,
  );
  return `[${negation === '' ? '' : '^/'}${inner}]|${RE2JS.quote(brackets)}`;
};

/** `before`: the parts of the alternative so far. `isLast`: it ends after the stars. */
const toStars = (stars: string, before: string[], isLast: boolean): string => {
  const isFirst = before.length === 0 || before.at(-1) === '/' || before.at(-1) === anyFolders;
  if (stars === '**/') return isFirst ? anyFolders : `${anyName}/`;
  if (stars !== '**' || !isFirst || !isLast) return anyName;
  while (before.at(-1) === anyFolders) before.pop();
  if (before.length === 0 || before.at(-2) === anyName) return '.*';
  // A file with the name of the folder matches, too, unless that is a star: */** means files in folders.
  before.pop();
  return '(?:/.*)?';
};

/** An expression of RE2 that matches the paths that a pattern means. Throws `Unsupported`. */
const toExpression = (pattern: string): string => {
  if (pattern.startsWith('!')) throw new Unsupported('begins with several !, but one takes files away');
  let at = /^(?:\.\/)*/u.exec(pattern)?.[0].length ?? 0;
  const take = (sticky: RegExp): readonly (string | undefined)[] | null => {
    sticky.lastIndex = at;
    const found = sticky.exec(pattern);
    at += found?.[0].length ?? 0;
    return found;
  };
  const readPart = (before: string[], isLast: () => boolean): string => {
    const problem = unsupported.find(([sticky]) => take(sticky));
    if (problem) throw new Unsupported(problem[1]);
    const [stars] = take(/\*\*\/|\*+(?!\()/uy) ?? [];
    if (stars !== undefined) return toStars(stars, before, isLast());
    if (take(/\?(?!\()/uy)) return '[^/]';
    const group = take(/([?*+@]?)\(/uy);
    if (group) {
      const inner = readAlternatives('(', '|', ')').join('|');
      return `(?:(?:${inner})${(group[1] ?? '').replace('@', '')})${take(/[+?](?!\()/uy)?.[0] ?? ''}`;
    }
    const inner = readBraces() ?? readClass();
    if (inner !== null) return `(?:${inner})${take(/\+(?!\()/uy)?.[0] ?? ''}`;
    const [char = '', escaped = char] = take(/\\?(.)/suy) ?? [];
    return RE2JS.quote(escaped);
  };
  const readBraces = (): string | null => {
    const [, from = '', to = ''] = take(/\{(\w)\.\.(\w)\}/uy) ?? [];
    if (from !== '') return from < to ? `[${from}-${to}]` : `[${to}-${from}]`;
    if (!take(/\{/uy)) return null;
    const alternatives = readAlternatives('{', ',', '}');
    return alternatives.length > 1 ? alternatives.join('|') : `\\{${alternatives.join('')}\\}`;
  };
  const readClass = (): string | null => {
    const [brackets, negation = '', content = ''] = take(/\[([!^]?)(\]?(?:\[:[a-z]+:\]|\\[^a-z\d]|[^\]\\])*)\]/iuy) ?? [];
    return brackets === undefined ? null : toClass(brackets, negation, content);
  };
  /** Reads up to `end`, which is read, too. */
  const readAlternatives = (start: string, separator: string | null, end: string): string[] => {
    const found: string[] = [];
    let parts: string[] = [];
    const isLast = () => ['', separator, end].includes(pattern.charAt(at));
    while (pattern.charAt(at) !== end) {
      if (at === pattern.length) throw new Unsupported(`has ${start} without ${end}. Match one with \\${start}`);
      if (pattern.charAt(at) !== separator) parts.push(readPart(parts, isLast));
      else {
        at += 1;
        found.push(parts.join(''));
        parts = [];
      }
    }
    at += 1;
    return [...found, parts.join('')];
  };
  return readAlternatives('', null, '').join('');
};

type IsMatch = (path: string) => boolean;

/** Throws `Unsupported` or `RE2JSSyntaxException`. */
const compile = (patterns: readonly string[]): IsMatch => {
  const expression = RE2JS.compile(patterns.map(toExpression).join('|'), RE2JS.DOTALL);
  // A file is found by its own name, whatever characters that has: app/(shop)/page.tsx.
  return (path) => patterns.includes(path) || expression.testExact(path);
};

/** Why a pattern cannot be used, as the rest of a sentence about it; null: it can. */
export const findGlobProblem = (pattern: string): string | null => {
  try {
    compile([pattern.replace(/^!/u, '')]);
    return null;
  } catch (error) {
    if (error instanceof Unsupported) return error.message;
    if (error instanceof RE2JSSyntaxException) return `cannot be read: ${error.message}`;
    throw error;
  }
};

/**
 * Whether a path with forward slashes matches one of the glob patterns and none of those that begin with `!`. Takes time in proportion to
 * the path, whatever the patterns. Throws if a pattern has a problem.
 */
export const makeGlobMatcher = (patterns: readonly string[]): IsMatch => {
  const isWanted = compile(patterns.filter((one) => !one.startsWith('!')));
  const isUnwanted = compile(patterns.filter((one) => one.startsWith('!')).map((one) => one.slice(1)));
  return (path) => isWanted(path) && !isUnwanted(path);
};
