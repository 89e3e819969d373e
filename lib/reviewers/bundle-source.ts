import type * as z from 'zod';
import type { BundleProblem } from '../domain/bundle.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';
import { printMessage, printPath } from '../print/key-path.ts';
import { findMeantKey, toKeyProblems } from '../yaml/to-key-problems.ts';

export type Path = readonly (string | number)[];

/** A file of a bundle: its YAML, and the Markdown below it (null in a YAML file). `report` adds a problem at a key. */
export type BundleSource = {
  file: string;
  value: Record<string, unknown>;
  body: string | null;
  findLine: (path: Path) => number | null;
  report: (severity: BundleProblem['severity'], path: Path, message: string) => void;
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const frontMatter = /^---[ \t]*\r?\n(?<yaml>(?:[\s\S]*?\n)??)---[ \t]*(?:\r?\n(?<body>[\s\S]*))?$/u;

const split = (file: string, text: string): { yaml: string; body: string | null; firstLine: number } | null => {
  if (!/\.(?:md|markdown)$/iu.test(file)) return { yaml: text, body: null, firstLine: 1 };
  const { yaml, body } = frontMatter.exec(text)?.groups ?? {};
  return yaml === undefined ? null : { yaml, body: body?.trim() ?? '', firstLine: 2 };
};

/** Reads a YAML file, or a Markdown file with front matter. Null: it cannot be read, and `problems` has the reasons. */
export const openSource = (file: string, text: string, problems: BundleProblem[]): BundleSource | null => {
  const fail = (line: number | null, message: string): null => {
    problems.push({ severity: 'error', file, line, key: '', message });
    return null;
  };
  const parts = split(file, text.replace(/^\uFEFF/u, ''));
  if (!parts) return fail(1, 'A Markdown file must begin with front matter: YAML between two lines of ---.');
  const yaml = parseYaml(parts.yaml, parts.firstLine);
  if ('problems' in yaml) {
    for (const { line, message } of yaml.problems) fail(line, message);
    return null;
  }
  if (yaml.value === null) return fail(1, 'The file is empty. A bundle has `hooks` or `includes`.');
  if (!isRecord(yaml.value)) return fail(1, 'Expected keys, such as `bundle` and `hooks`.');
  const { findLine } = yaml;
  return {
    file,
    value: yaml.value,
    body: parts.body,
    findLine,
    report: (severity, path, message) => {
      problems.push({ severity, file, line: findLine(path), key: printPath(path), message: printMessage(message) });
    },
  };
};

/** A copy without the keys at these paths. */
const omit = (value: unknown, paths: readonly Path[]): unknown => {
  const copy = structuredClone(value);
  for (const path of paths) {
    let parent: unknown = copy;
    for (const part of path.slice(0, -1)) parent = Reflect.get(Object(parent) as object, part);
    Reflect.deleteProperty(Object(parent) as object, path.at(-1) ?? '');
  }
  return copy;
};

/**
 * Reads a value at `path` of a source by a schema and reports what is wrong with it. Unknown keys are ignored with a warning, unless one
 * looks like a typo. Null: there is an error.
 */
export const readShape = <T>(source: BundleSource, shape: z.ZodType<T>, value: unknown, path: Path): T | null => {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? toKeyProblems(shape, issue) : []));
  let isWrong = false;
  for (const { path: at } of unknown) {
    const key = String(at.at(-1));
    const meant = findMeantKey(shape, at);
    isWrong ||= meant !== null;
    if (meant === null) source.report('warning', [...path, ...at], `Unknown key ${key}. It has no effect.`);
    else source.report('error', [...path, ...at], `Unknown key ${key}. Did you mean ${meant}?`);
  }
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') continue;
    isWrong = true;
    for (const problem of toKeyProblems(shape, issue, path)) source.report('error', problem.path, problem.message);
  }
  if (isWrong) return null;
  return shape.parse(
    omit(
      value,
      unknown.map(({ path: at }) => at),
    ),
  );
};
