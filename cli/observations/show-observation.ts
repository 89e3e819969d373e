import * as z from 'zod';
import { contracts } from '../../lib/contracts/index.ts';
import { AppError } from '../../lib/domain/errors.ts';
import type { Observation, Occurrence } from '../../lib/domain/observation.ts';
import type { HistoryEntry } from '../../lib/domain/triage.ts';
import { findSuggestion } from '../../lib/observations/find-suggestion.ts';
import { listReportedFacts } from '../../lib/observations/list-reported-facts.ts';
import { toOneLine } from '../../lib/print/one-line.ts';
import { printCount, printCounted } from '../../lib/print/number.ts';
import { toPlainLine } from '../../lib/print/plain-line.ts';
import { printIso } from '../../lib/print/time.ts';
import { unknown } from '../../lib/print/unknown.ts';
import { toVisibleText } from '../../lib/print/visible-text.ts';
import { toMissing } from '../../lib/services/observations/to-missing.ts';
import { findIds } from './find-ids.ts';
import { withTriage } from './open-triage.ts';
import { printJson } from '../print.ts';

type Shown = { observation: Observation; occurrences: readonly Occurrence[]; history: readonly HistoryEntry[] };

const maxLineChars = 2_000;
const plain = (text: string | null): string => toOneLine(text ?? unknown, maxLineChars);

const toFacts = (one: Observation): [string, string][] => [
  ['title', plain(one.title)],
  ['id', one.id],
  ['group', one.fingerprint],
  ['severity', one.severity],
  ['status', one.isNoLongerFound ? `${one.state}, no longer found` : one.state],
  ['observer', plain(one.observerName)],
  ['category', plain(one.category)],
  ['session', one.sessionId === null ? unknown : `${plain(one.sessionId)}  ${toPlainLine(one.sessionTitle ?? unknown, maxLineChars)}`],
  ['project', plain(one.project)],
  ['source', plain(one.sourceRef === null ? one.sourceType : `${one.sourceType}, ${one.sourceRef}`)],
  ['seen', printCount(one.seen)],
  ['first seen', printIso(one.firstSeenAtMs)],
  ['last seen', printIso(one.lastSeenAtMs)],
];

const toStep = ({ atMs, kind, from, to, by, note, callIndex }: HistoryEntry): string =>
  [
    `  ${printIso(atMs)}  ${kind}${from === null ? '' : ` ${from}`} → ${to}`,
    `by ${plain(by)}`,
    ...(callIndex === null ? [] : [`call #${callIndex}`]),
    ...(note === null ? [] : [plain(note)]),
  ].join('  ');

/** Suggestion of the observer or reporter. */
const toSuggestion = (one: Observation): string[] => {
  const suggestion = findSuggestion(one);
  return suggestion === null ? [] : ['', 'suggestion', toVisibleText(suggestion).trimEnd()];
};

const toOccurrence = ({ atMs, callIndex, waste }: Occurrence): string =>
  [
    `  ${printIso(atMs)}`,
    callIndex === null ? 'reported' : `found at call #${callIndex}`,
    ...(waste && waste.calls > 0 ? [`${printCounted(waste.calls, 'call')} wasted`] : []),
  ].join('  ');

/** Additional metadata, one line each; JSON has the full values. */
const toReported = (one: Observation): string[] => {
  const reported = listReportedFacts(one);
  return reported.length === 0 ? [] : ['', 'additional details', ...reported.map(({ name, value }) => `  ${plain(name)}  ${plain(value)}`)];
};

/** Occurrences; with only one, the facts above already say when. */
const toOccurrences = (occurrences: readonly Occurrence[], seen: number): string[] => {
  if (occurrences.length < 2) return [];
  const more = seen - occurrences.length;
  return ['', 'seen, newest first', ...occurrences.map(toOccurrence), ...(more > 0 ? [`  and ${printCount(more)} more`] : [])];
};

const print = ({ observation: one, occurrences, history }: Shown): string =>
  [
    ...toFacts(one).map(([name, value]) => `${name.padEnd(10)}  ${value}`),
    '',
    toVisibleText(one.content).trimEnd(),
    ...toSuggestion(one),
    ...toReported(one),
    ...(one.evidence?.text ? ['', 'evidence', toVisibleText(one.evidence.text).trimEnd()] : []),
    ...toOccurrences(occurrences, one.seen),
    '',
    'history, newest first',
    ...history.map(toStep),
    '',
  ].join('\n');

/** `observations get`: one observation with its history. */
export const showObservation = (name: string, { json }: { json: boolean }): Promise<number> =>
  withTriage(async ({ store, observations }) => {
    const [id] = (await findIds(store, [name], false)).ids;
    if (id === undefined) throw new AppError('not_found', await toMissing(store, name));
    const found = await observations.get(id);
    if (json) printJson(z.encode(contracts.observations.get.response, found));
    else process.stdout.write(print(found));
    return 0;
  });
