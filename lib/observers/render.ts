import type { Finding } from '../domain/assessment.ts';
import { redactPlain, type Redacted } from '../redaction/redact.ts';
import type { AssessmentDraft } from './observer-set.ts';

/** Printed fields of an assessment. */
export type Printed = Pick<AssessmentDraft, 'observerName' | 'severity' | 'atMs' | 'summary' | 'findings' | 'suggestions'>;

const toTime = (atMs: number | null): string => (atMs === null ? '–' : `${new Date(atMs).toISOString().slice(0, 19)}Z`);

/** A fence is longer than any run of backticks in what it holds. */
const fence = (text: string): string[] => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return [marks, text, marks];
};

const renderFinding = ({ category, description, evidence }: Finding): string[] => [
  '',
  `#### ${category}`,
  '',
  description,
  ...(evidence ? ['', ...fence(evidence)] : []),
];

/** Two spaces end the line of the severity, so that the time stands on a line of its own. */
const renderAssessment = ({ observerName, severity, atMs, summary, findings, suggestions }: Printed): string[] => [
  `## ${observerName}`,
  '',
  `**Severity**: ${severity}  `,
  `**Time**: ${toTime(atMs)}`,
  '',
  '### Summary',
  '',
  summary,
  ...(findings.length > 0 ? ['', '### Observations', ...findings.flatMap(renderFinding)] : []),
  ...(suggestions.length > 0 ? ['', '### Suggestions', '', ...suggestions.map((suggestion, at) => `${at + 1}. ${suggestion}`)] : []),
  '',
  '---',
];

/**
 * `assessment.md`, as the specification's code renders it: the assessments that share a file, in the order of the configuration.
 * It was made when the newest of them was, by the records' time. Plain text without secrets.
 */
export const renderAssessments = (assessments: readonly Printed[]): Redacted<string> => {
  const times = assessments.flatMap(({ atMs }) => atMs ?? []);
  const madeAtMs = times.length === 0 ? null : Math.max(...times);
  const blocks = assessments.flatMap((one) => ['', ...renderAssessment(one)]);
  return redactPlain(['# Trajectory Assessment', '', `**Generated**: ${toTime(madeAtMs)}`, ...blocks, ''].join('\n'));
};
