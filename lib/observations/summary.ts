import type { Observation } from '../domain/observation.ts';
import { printCounted } from '../print/number.ts';
import { groupBy } from '../session/group-by.ts';
import { toOneLine } from './one-line.ts';
import { compareSeverities, severities } from './severity.ts';

/** Of the whole, in characters. */
export const mostSummaryChars = 8_000;
const mostContentChars = 500;
const mostNameChars = 100;
/** Of one observer. */
const most = 3;
/** Kept free for the line that says what was left out, and for the end. */
const reserveChars = 300;

type Summarised = Pick<Observation, 'observerName' | 'content' | 'severity' | 'status'>;
type Group = { observer: string; observations: Summarised[] };

const begin = '<observations>\n';
const end = '\n</observations>\n\nPlease review and address these observations in your response.';

/** One line, in which no tag can be closed and none of ours be opened. */
const toSafeLine = (text: string, mostChars: number): string => toOneLine(text, mostChars).replace(/<(?=\s*(?:\/|observations))/giu, '‹');

/** By observer, those with the most severe observation first; within one the most severe first, else in the order given. */
const toGroups = (open: readonly Summarised[]): Group[] => {
  const sorted = open.toSorted((a, b) => compareSeverities(a.severity, b.severity));
  return [...groupBy(sorted, ({ observerName }) => observerName)].map(([observer, observations]) => ({ observer, observations }));
};

/** As much of one observer as fits; null where not even one observation does. */
const printGroup = ({ observer, observations }: Group, mostChars: number): string | null => {
  const head = `\n\n**${toSafeLine(observer, mostNameChars)}** (${observations.length} observations):`;
  let text = head;
  let shown = 0;
  for (const { severity, content } of observations.slice(0, most)) {
    const line = `\n  [${severity}] ${toSafeLine(content, mostContentChars)}`;
    if (text.length + line.length > mostChars) break;
    text += line;
    shown += 1;
  }
  if (shown === 0) return null;
  return shown < observations.length ? `${text}\n  ... and ${observations.length - shown} more` : text;
};

/**
 * The open ones of these observations as a section of a prompt, at most `mostChars` long, in the words of the specification; '' where none
 * is open. Observers that find no room are counted in its last line.
 */
export const renderSummary = (observations: readonly Summarised[], mostChars = mostSummaryChars): string => {
  const open = observations.filter(({ status }) => status === 'open');
  if (open.length === 0) return '';
  const bySeverity = severities
    .map((severity) => [severity, open.filter((one) => one.severity === severity).length] as const)
    .filter(([, count]) => count > 0);
  let text = `Active Observations: ${open.length} open\nBy Severity: ${bySeverity.map(([name, count]) => `${name}: ${count}`).join(', ')}`;
  const room = mostChars - begin.length - end.length - reserveChars;
  const groups = toGroups(open);
  for (const [at, group] of groups.entries()) {
    const printed = printGroup(group, room - text.length);
    if (printed === null) {
      const left = groups.slice(at);
      const count = left.reduce((sum, one) => sum + one.observations.length, 0);
      text += `\n\n... and ${printCounted(count, 'observation')} more by ${printCounted(left.length, 'observer')}, for which there is no room here`;
      break;
    }
    text += printed;
  }
  return begin + text + end;
};
