import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './run.mjs';

const linesOfOne = 12;
/** A failing test by its name, and the beginning of what it said. */
export const printFailing = ({ test, said }) => [
  `  ${test}`,
  ...stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*at .*node_modules/u.test(line))
    .slice(0, linesOfOne)
    .map((line) => `    ${line.slice(0, 300)}`),
];

/** Failing tests in Vitest's JSON report; a file that failed outside its tests counts as one. */
export const listFailingUnits = ({ testResults }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = path.relative(root, name);
      const failing = assertionResults.filter(({ status }) => status === 'failed');
      if (failing.length === 0) return [{ test: file, said: message ?? '' }];
      return failing.map(({ fullName, failureMessages }) => ({ test: `${file} › ${fullName}`, said: failureMessages.join('\n') }));
    });

const listSpecs = ({ title, suites = [], specs = [] }) =>
  [...suites.flatMap(listSpecs), ...specs].map((spec) => ({ ...spec, title: title ? `${title} › ${spec.title}` : spec.title }));

const listResults = (report, status) =>
  listSpecs(report)
    .filter(({ tests }) => tests.some((test) => test.status === status))
    .map(({ title, tests }) => ({
      test: title,
      said: tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message))).join('\n'),
    }));

/** Failing tests in Playwright's JSON report, without those that passed on a retry. */
export const listFailingSpecs = (report) => listResults(report, 'unexpected');

/** Flaky tests in Playwright's JSON report: those that passed only on a retry, with their earlier errors. */
export const listFlakySpecs = (report) => listResults(report, 'flaky');
