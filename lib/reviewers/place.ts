import { toRelativePath } from '../session/relative-path.ts';

/** First and last line, counted from 1. */
export type Lines = { from: number; to: number };

/** Where a finding is: a file, and its lines if they are known. */
export type Place = { file: string; lines: Lines | null };

/** The parts of a reference that end in lines: `:12`, `:12-20`, `:12:5`, `#L12-L20`, ` (line 12)`, `, lines 12 to 20`. */
const linesAtEnd =
  /(?<!\s)(?:\s*[:#@,(]\s*|\s+)(?:at\s+)?(?:L|lines?\s+|:)?(\d{1,7})(?::\d+)?(?:\s*(?:-|–|to|through|\.\.)\s*L?(\d{1,7})(?::\d+)?)?(?:\s*,\s*L?\d[\d-]*)*\)?$/iu;
const linesInText = /\b[Ll]ines?\s+(\d{1,7})(?:\s*(?:-|–|to|through|and)\s*(\d{1,7}))?/gu;

const extensions =
  'astro|bash|bat|c|cc|cfg|clj|conf|cpp|cs|css|csv|cts|cxx|dart|dockerfile|ejs|env|erb|ex|exs|go|gradle|graphql|h|hbs|hcl|hpp|hs|html|ini|ipynb|java|' +
  'js|json|jsonl|jsx|kt|kts|less|lock|lua|m|md|mdx|mjs|mts|php|pl|prisma|properties|proto|ps1|py|pyi|r|rb|rs|rst|sass|scala|scss|sh|sql|svelte|swift|' +
  'tf|tfvars|toml|ts|tsx|txt|vue|xml|yaml|yml|zig';
const fileName = new RegExp(
  String.raw`^(?:.*[/\\])?(?:[^/\\]+\.(?:${extensions})|Dockerfile|Makefile|Jenkinsfile|Gemfile|Procfile|\.[a-z]+(?:rc|ignore))$`,
  'iu',
);
const filesInText = new RegExp(
  String.raw`(?<![\w@/\\.-])((?:[\w@.~()[\]-]{0,100}[/\\]){0,40}[\w@.[\]-]{1,100}\.(?:${extensions}))(?![\w/\\])(?::(\d{1,7})(?:-(\d{1,7}))?)?`,
  'giu',
);

const toLines = (first: string | undefined, last: string | undefined): Lines | null => {
  if (first === undefined) return null;
  const [from, to] = [Number(first), Number(last ?? first)];
  return { from: Math.min(from, to), to: Math.max(from, to) };
};

/** A path as it is compared: relative to the root, with slashes, without `./` and the `a/` and `b/` of a diff. */
const toFile = (path: string, root: string | null): string =>
  toRelativePath(path.replace(/^file:\/\//u, ''), root).replace(/^[ab]\/(?=.)/u, '');

/** Whether two paths may name one file: `b.ts` may be short for `a/b.ts`. */
export const isSameFile = (a: string, b: string): boolean => a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);

/** Places that a text mentions: names of files with an extension that code or documents have. */
const listMentioned = (text: string, root: string | null): Place[] =>
  [...text.matchAll(filesInText)].map(([, path = '', from, to]) => ({ file: toFile(path, root), lines: toLines(from, to) }));

/** Lines that a text mentions. */
export const listLines = (text: string): Lines[] => [...text.matchAll(linesInText)].flatMap(([, from, to]) => toLines(from, to) ?? []);

/** The text without the lines and files that it mentions: those are places, not words. */
export const withoutPlaces = (text: string): string => text.replace(linesInText, ' ').replace(filesInText, ' ');

const parsePart = (part: string, root: string | null): Place[] => {
  const bare = part.replace(/^[\s`'"(]+|(?<![\s`'")])[\s`'")]+$/gu, '');
  const found = linesAtEnd.exec(bare);
  const path = (found ? bare.slice(0, found.index) : bare).replace(/(?<![`'"])[`'"]+$/u, '').replace(/(?:::|#|:)[A-Za-z_].*$/su, '');
  const isPath = !/\s/u.test(path) && (path.includes('/') || path.includes('\\'));
  if (isPath || fileName.test(path)) return [{ file: toFile(path, root), lines: toLines(found?.[1], found?.[2]) }];
  return listMentioned(part, root).map(({ file, lines }) => ({ file, lines: lines ?? toLines(found?.[1], found?.[2]) }));
};

/**
 * Places that a source reference names, such as `src/a.py:12-20`, `./a.py#L3` or `a.py, b.py (line 7)`. [] if it names no file, as the id
 * of a message does. `root`: folder of the session; paths below it become relative.
 */
export const parsePlaces = (sourceRef: string, root: string | null): Place[] =>
  sourceRef.split(/[;\n]|,\s+(?!lines?\b|L?\d)|(?<!\s)\s+and\s+(?=\S*[./\\])/u).flatMap((part) => parsePart(part, root));

/** Places of a finding: those of its source reference; if that names no file, those that its content mentions. */
export const findPlaces = ({ sourceRef, content }: { sourceRef: string | null; content: string }, root: string | null): Place[] => {
  const named = sourceRef === null ? [] : parsePlaces(sourceRef, root);
  return named.length > 0 ? named : listMentioned(content, root);
};
