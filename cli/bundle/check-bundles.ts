import path from 'node:path';
import type { Bundle, BundleProblem } from '../../lib/domain/bundle.ts';
import { printCounted } from '../../lib/print/number.ts';
import { toVisibleText } from '../../lib/print/visible-text.ts';
import { parseBundle, parseDefinition } from '../../lib/reviewers/parse-bundle.ts';
import { findIdleIssues } from '../../lib/services/deliveries/apply-bundles.ts';
import { openBundleFile } from '../../lib/services/reviews/load-bundles.ts';
import { openConfig } from '../open-config.ts';
import { printJson } from '../print.ts';

/** `name`: of the reviewer that a Markdown definition defines. */
type Checked = { file: string; bundle: Bundle | null; name: string | null; problems: BundleProblem[] };

/** A path as it is shorter: relative to the folder of the command, unless it is elsewhere. */
export const printPath = (file: string): string => {
  const relative = path.relative('.', file);
  return relative.startsWith('..') ? file : relative;
};

/** `bundle.yaml:12: error: hooks.0.module: The problem.`, as compilers print it, so that editors find the line. */
export const printProblem = ({ severity, file, line, key, message }: BundleProblem): string => {
  const place = line === null ? printPath(file) : `${printPath(file)}:${line}`;
  return toVisibleText([place, severity, ...(key === '' ? [] : [key]), message].join(': ')).replaceAll('\n', '␊');
};

const check = (name: string): Checked => {
  const file = path.resolve(name);
  const definition = parseDefinition(file, openBundleFile);
  if (definition) return { file, bundle: null, ...definition };
  const { bundle, problems } = parseBundle(file, openBundleFile);
  const idle = bundle ? findIdleIssues(bundle, openConfig().load().sinks) : [];
  return { file, name: null, bundle, problems: [...problems, ...idle] };
};

const isUsable = ({ problems }: Checked): boolean => problems.every(({ severity }) => severity === 'warning');

const printChecked = ({ file, bundle, name, problems }: Checked): string => {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const found = [
    ...(errors > 0
      ? [printCounted(errors, 'error')]
      : bundle
        ? [printCounted(bundle.reviewers.length, 'reviewer')]
        : [`reviewer ${name ?? ''}`]),
    ...(problems.length > errors ? [printCounted(problems.length - errors, 'warning')] : []),
  ];
  return toVisibleText(`${printPath(file)}: ${found.join(', ')}`);
};

/** `bundle check`: prints the problems of files. Returns 1 if no file can be used, 3 if some cannot. */
export const checkBundles = (files: readonly string[], { json }: { json: boolean }): number => {
  const checked = files.map(check);
  if (json) printJson({ files: checked });
  else for (const one of checked) process.stdout.write(`${[...one.problems.map(printProblem), printChecked(one)].join('\n')}\n`);
  const usable = checked.filter(isUsable).length;
  return usable === checked.length ? 0 : usable === 0 ? 1 : 3;
};
