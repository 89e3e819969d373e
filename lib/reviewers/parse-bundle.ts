import type { Bundle, BundleProblem } from '../domain/bundle.ts';
import { clipText } from '../print/cut-text.ts';
import { printCount } from '../print/number.ts';
import { reviewersModule } from './bundle-shape.ts';
import { defaultEvent } from './events.ts';
import type { OpenFile } from './find-bundle-file.ts';
import { readBundleFile, type BundleFile } from './read-bundle-file.ts';
import { openSource } from './bundle-source.ts';
import { findMissing, isDefinition, noTools, readDefinition, toBaseName, toSlug } from './read-observer.ts';

/** A bundle, or null if there is an error among the problems. */
export type ParsedBundle = { bundle: Bundle | null; problems: BundleProblem[] };

const maxReviewers = 200;
const maxFiles = 200;
/** Limit of all files together. A broken bundle of this size takes seconds to parse. */
const maxChars = 1_000_000;
const maxProblems = 50;

/**
 * Reads the bundle in a file (an absolute path) with all that it includes. Every problem says where it is; an error keeps the bundle from
 * being used. Never throws on content.
 */
export const parseBundle = (file: string, open: OpenFile): ParsedBundle => {
  const problems: BundleProblem[] = [];
  const opened = open(file, file);
  if ('problem' in opened) {
    return { bundle: null, problems: [{ severity: 'error', file, line: null, key: '', message: opened.problem }] };
  }
  const read = readBundleFile(opened, { open: limitFiles(open), problems, files: new Map(), chain: [] });
  const bundle = read && toBundle(file, read, problems);
  return { bundle: hasErrors(problems) ? null : bundle, problems: toListed(problems) };
};

/** Reads a Markdown definition by itself. Null: the file does not define a reviewer. `name` null: it has errors. */
export const parseDefinition = (file: string, open: OpenFile): { name: string | null; problems: BundleProblem[] } | null => {
  const problems: BundleProblem[] = [];
  const opened = open(file, file);
  const source = 'text' in opened ? openSource(file, opened.text, problems) : null;
  if (!source || !isDefinition(source)) return null;
  const definition = readDefinition(source);
  return { name: hasErrors(problems) ? null : (definition?.name ?? null), problems: toListed(problems) };
};

const hasErrors = (problems: readonly BundleProblem[]): boolean => problems.some(({ severity }) => severity === 'error');

const limitFiles = (open: OpenFile): OpenFile => {
  const files = new Map<string, number>();
  return (place, from) => {
    const opened = open(place, from);
    if ('text' in opened) files.set(opened.file, opened.text.length);
    const chars = [...files.values()].reduce((sum, length) => sum + length, 0);
    if (files.size <= maxFiles && chars <= maxChars) return opened;
    const limit = files.size > maxFiles ? `${maxFiles} files` : `${printCount(maxChars)} characters`;
    return { file: opened.file, isMissing: false, problem: `The bundle has more than ${limit}, with those that it includes.` };
  };
};

/** Errors first, then by file and line. A message that many definitions share appears once. */
const toListed = (problems: readonly BundleProblem[]): BundleProblem[] => {
  const files = [...new Set(problems.map(({ file }) => file))];
  const seen = new Set<string>();
  return problems
    .filter((problem) => {
      const text = problem.message === noTools ? noTools : JSON.stringify(problem);
      return !seen.has(text) && seen.add(text);
    })
    .toSorted((a, b) => (a.line ?? Number.MAX_VALUE) - (b.line ?? Number.MAX_VALUE))
    .toSorted((a, b) => files.indexOf(a.file) - files.indexOf(b.file))
    .toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
    .slice(0, maxProblems)
    .map((problem) => ({ ...problem, key: clipText(problem.key, 200), message: clipText(problem.message, 1_000) }));
};

const toBundle = (file: string, { layer, name: given, ...rest }: BundleFile, problems: BundleProblem[]): Bundle => {
  const name = given ?? toBaseName(file);
  const report = (severity: BundleProblem['severity'], message: string) => problems.push({ severity, file, line: null, key: '', message });
  if (toSlug(name) === '') report('error', `The name ${name} has no letter or digit. Give the bundle another \`name\`.`);
  if (layer.reviewers.length === 0 && !hasErrors(problems))
    report('warning', `This bundle has no reviewers. They are defined in \`config.observers\` of the module ${reviewersModule}.`);
  if (layer.reviewers.length > maxReviewers)
    report('error', `This bundle has ${layer.reviewers.length} reviewers with those that it includes; the maximum is ${maxReviewers}.`);
  for (const draft of layer.reviewers) {
    const missing = findMissing(draft);
    if (missing !== null) draft.entry.source.report('error', draft.entry.path, `${draft.name} has no \`${missing}\`. ${toAdd[missing]}`);
  }
  const {
    max_concurrent: maxConcurrent = 10,
    timeout_per_observer: timeoutPerObserver = 30,
    on_timeout: onTimeout = 'skip',
    on_critical: onCritical = 'continue',
  } = layer.execution;
  const common = { timeout: timeoutPerObserver, triggers: layer.triggers ?? [{ event: defaultEvent, tools: null }] };
  return {
    name,
    ...rest,
    file,
    execution: { maxConcurrent, timeoutPerObserver, onTimeout, onCritical },
    reviewers: layer.reviewers.map((draft) => ({
      ...{ role: null, focus: null, instructions: null, model: null, provider: null, enabled: true, watch: [], metadata: {} },
      ...common,
      ...draft.given,
      id: `${toSlug(name)}/${draft.slug}`,
      bundle: name,
      name: draft.name,
      file: draft.file,
      line: draft.line,
    })),
    createIssuesFor: layer.createIssuesFor,
  };
};

const toAdd = {
  watch: 'Add an entry of `type: files` with `paths`, or of `type: conversation`.',
  focus: 'Say what it looks for.',
};
