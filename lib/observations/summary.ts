import type { Observation, ObservationCounts } from '../domain/observation.ts';
import { printCounted } from '../print/number.ts';
import { redactPlain, nothing, type Redacted } from '../redaction/redact.ts';
import { groupBy } from '../session/group-by.ts';
import { toOneLine } from '../print/one-line.ts';
import { compareSeverities, severities } from './severity.ts';
import { toShortId } from './short-id.ts';

/** Limit of the whole summary, in characters. */
export const maxSummaryChars = 8_000;
const maxContentChars = 500;
const maxNameChars = 100;
const maxPlaceChars = 200;
/** Limit of observations per observer. */
export const maxOfObserver = 3;
/** Reserved for the line about omitted observations and the end tag. */
const reserveChars = 300;

type Summarised = Pick<Observation, 'id' | 'observerName' | 'content' | 'severity' | 'sourceType' | 'sourceRef'>;
/** Open observations, at least one per observer, and total counts. */
export type Summary = { observations: readonly Summarised[]; counts: Pick<ObservationCounts, 'bySeverity' | 'byObserver'> };
type Group = { observer: string; observations: Summarised[]; count: number };

const begin = '<observations>\n';
const end = '\n</observations>\n\nPlease review and address these observations in your response.';

/** One line without tags and secrets, redacted before it is cut. */
const toSafeLine = (text: string, maxChars: number): string => toOneLine(redactPlain(text), maxChars).replace(/<(?=\s*[/!?\p{L}_])/gu, '‹');

/** Groups by observer, most severe first; within one also most severe first, else in input order. */
const toGroups = ({ observations, counts }: Summary): Group[] => {
  const sorted = observations.toSorted((a, b) => compareSeverities(a.severity, b.severity));
  const countOf = new Map(Object.entries(counts.byObserver));
  return [...groupBy(sorted, ({ observerName }) => observerName)].map(([observer, shown]) => ({
    observer,
    observations: shown,
    count: countOf.get(observer) ?? shown.length,
  }));
};

/** Where in a file, if that is known and not in the text. Records are named by ids, which say nothing to an agent. */
const printPlace = ({ sourceType, sourceRef, content }: Summarised): string =>
  sourceType !== 'conversation' && sourceRef !== null && !content.includes(sourceRef) ? ` (${toSafeLine(sourceRef, maxPlaceChars)})` : '';

/** As many observations of one observer as fit; null if not even one does. */
const printGroup = ({ observer, observations, count }: Group, maxChars: number): string | null => {
  const head = `\n\n**${toSafeLine(observer, maxNameChars)}** (${count} observations):`;
  let text = head;
  let shown = 0;
  for (const one of observations.slice(0, maxOfObserver)) {
    const line = `\n  [${one.severity}] ${toSafeLine(one.content, maxContentChars)}${printPlace(one)} [${toShortId(one.id)}]`;
    if (text.length + line.length > maxChars) break;
    text += line;
    shown += 1;
  }
  if (shown === 0) return null;
  return shown < count ? `${text}\n  ... and ${count - shown} more` : text;
};

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/**
 * Open observations as a prompt section of limited length, in the specified wording, each with its short id; '' if there are none. The
 * last line counts omitted observers.
 */
export const renderSummary = (summary: Summary, maxChars = maxSummaryChars): Redacted<string> => {
  const { bySeverity, byObserver } = summary.counts;
  const total = sum(Object.values(byObserver));
  if (total === 0) return nothing;
  const named = severities.flatMap((severity) => (bySeverity[severity] ? [`${severity}: ${bySeverity[severity]}`] : []));
  let text = `Active Observations: ${total} open\nBy Severity: ${named.join(', ')}`;
  const room = maxChars - begin.length - end.length - reserveChars;
  let [left, observers] = [total, Object.keys(byObserver).length];
  for (const group of toGroups(summary)) {
    const printed = printGroup(group, room - text.length);
    if (printed === null) break;
    text += printed;
    left -= group.count;
    observers -= 1;
  }
  if (observers > 0) {
    text += `\n\n... and ${printCounted(left, 'observation')} more by ${printCounted(observers, 'observer')} not shown`;
  }
  return redactPlain(begin + text + end);
};
