import type { Observation, ObservationSeverity } from '../domain/observation.ts';
import { unknown } from '../print/unknown.ts';
import { toVisibleText } from '../print/visible-text.ts';
import { findSuggestion } from './find-suggestion.ts';
import { toOneLine } from '../print/one-line.ts';
import { toPlainLine } from '../print/plain-line.ts';

/** An issue for an issue tracker. */
export type Issue = { title: string; body: string; type: string; severity: ObservationSeverity; auto_assign: boolean };

const maxTitleChars = 200;

/**
 * A code block whose fence is longer than any run of backticks in it, so that quoted text cannot mention users, add links or embed
 * images.
 */
const quote = (text: string): string[] => {
  const visible = toVisibleText(text);
  const marks = '`'.repeat(Math.max(2, ...[...visible.matchAll(/`+/gu)].map(([run]) => run.length)) + 1);
  return [`${marks}text`, visible, marks];
};

/** Inline code. */
const toCode = (text: string): string => {
  const line = toOneLine(text, Infinity);
  const marks = '`'.repeat(Math.max(0, ...[...line.matchAll(/`+/gu)].map(([run]) => run.length)) + 1);
  return marks.length === 1 ? `\`${line}\`` : `${marks} ${line} ${marks}`;
};

const toTime = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`;

const toSpan = ({ firstSeenAtMs, lastSeenAtMs }: Observation): string =>
  firstSeenAtMs === null || lastSeenAtMs === null ? unknown : `${toTime(firstSeenAtMs)} to ${toTime(lastSeenAtMs)}`;

/** An observation as a Markdown issue. All quoted text is code. */
export const toIssue = (observation: Observation, settings: { type: string; autoAssign: boolean }): Issue => {
  const { title, content, evidence, severity, observerName, category, project, sessionId, sessionTitle, sourceRef } = observation;
  const suggestion = findSuggestion(observation);
  const facts: [string, string | null][] = [
    ['Severity', severity],
    ['State', observation.state],
    ['Observer', toCode(observerName)],
    ['Category', category && toCode(category)],
    ['Project', project && toCode(project)],
    ['Session', sessionId && toCode(sessionTitle ? `${toPlainLine(sessionTitle)} (${sessionId})` : sessionId)],
    ['Source', sourceRef && toCode(sourceRef)],
    ['Seen', `${observation.seen} ×, ${toSpan(observation)}`],
    ['Observation', toCode(observation.id)],
    ['Fingerprint', toCode(observation.fingerprint)],
  ];
  const body = [
    ...quote(content),
    ...(suggestion !== null ? ['', '**Suggestion**', '', ...quote(suggestion)] : []),
    ...(evidence?.text ? ['', '**Evidence**', '', ...quote(evidence.text)] : []),
    '',
    ...facts.flatMap(([name, value]) => (value ? [`- ${name}: ${value}`] : [])),
    '',
  ].join('\n');
  return { title: toOneLine(title, maxTitleChars), body, type: settings.type, severity, auto_assign: settings.autoAssign };
};
