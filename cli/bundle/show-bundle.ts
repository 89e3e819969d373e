import path from 'node:path';
import type { Bundle, ReviewerDefinition, ReviewTrigger, WatchSource } from '../../lib/domain/bundle.ts';
import { printCounted } from '../../lib/print/number.ts';
import { toVisibleText } from '../../lib/print/visible-text.ts';
import { makeBundleSchema } from '../../lib/reviewers/bundle-schema.ts';
import { parseBundle } from '../../lib/reviewers/parse-bundle.ts';
import { openBundleFile } from '../../lib/services/reviews/load-bundles.ts';
import { printPath, printProblem } from './check-bundles.ts';
import { printJson, printLine, printNote } from '../print.ts';

/** `bundle show`: prints the reviewers of a bundle. Returns 1 if it has errors, which are printed instead. */
export const showBundle = (name: string, { json }: { json: boolean }): number => {
  const { bundle, problems } = parseBundle(path.resolve(name), openBundleFile);
  for (const problem of problems) printNote(printProblem(problem));
  if (!bundle) return 1;
  if (json) printJson(bundle);
  else printLine(printBundle(bundle));
  return 0;
};

/** `bundle show --schema`. */
export const showBundleSchema = (): number => {
  printJson(makeBundleSchema());
  return 0;
};

const printBundle = ({ name, version, description, file, includes, execution, reviewers }: Bundle): string => {
  const { maxConcurrent, onTimeout } = execution;
  const late = onTimeout === 'fail' ? 'a timeout holds the agent back' : 'a timeout is skipped';
  return [
    `${name}${version === null ? '' : ` ${version}`}  ${printPath(file)}`,
    ...(description === null ? [] : [description]),
    `${printCounted(reviewers.length, 'reviewer')}, at most ${maxConcurrent} at a time; ${late}`,
    ...includes.map(({ bundle, problem }) => `includes ${bundle}${problem === null ? '' : ` (not read: ${problem})`}`),
    ...reviewers.flatMap((one) => ['', ...printReviewer(one)]),
  ]
    .map((line) => toVisibleText(line).replaceAll('\n', '␊'))
    .join('\n');
};

const printReviewer = ({
  id,
  name,
  role,
  model,
  provider,
  timeout,
  enabled,
  watch,
  triggers,
  file,
  line,
}: ReviewerDefinition): string[] => [
  `${name}  ${id}${enabled ? '' : '  (not enabled)'}`,
  ...(role === null ? [] : [`  ${role}`]),
  `  model    ${model ?? 'the default model'}${provider === null ? '' : ` at ${provider}`}`,
  ...watch.map((one) => `  watches  ${printWatch(one)}`),
  `  runs     at ${triggers.map(printTrigger).join(' and ')}, for at most ${timeout} s`,
  `  defined  ${printPath(file)}${line === null ? '' : `:${line}`}`,
];

const printWatch = (watch: WatchSource): string => {
  if (watch.type === 'files') return watch.paths.join(' ');
  const left = [...(watch.includeToolCalls ? [] : ['tool calls']), ...(watch.includeReasoning ? [] : ['reasoning'])];
  return `the conversation${left.length === 0 ? '' : ` without ${left.join(' and ')}`}`;
};

const printTrigger = ({ event, tools }: ReviewTrigger): string => (tools === null ? event : `${event} of ${tools.join(', ')}`);
