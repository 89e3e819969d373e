import type { Session } from '../domain/session.ts';
import { printAtLeast } from './at-least.ts';
import { hasUsageGaps, printCostNote, printCostWithSubagents, printErrorsWithSubagents, printSessionCost } from './cost-note.ts';
import { printDuration } from './duration.ts';
import { printCount, printCounted } from './number.ts';
import { toPlainLine } from './plain-line.ts';
import { listStoppedCalls } from './stopped-calls.ts';
import { printIso } from './time.ts';
import { printProjectRoot } from './project.ts';
import { unknown } from './unknown.ts';
import { toVisibleText } from './visible-text.ts';

const maxTitleChars = 200;
const plain = (text: string | null): string => toVisibleText(text ?? unknown).replace(/\s+/g, ' ');

/** From the first record to the last, in milliseconds; null when either is unknown. */
export const computeDurationMs = ({ startedAtMs, endedAtMs }: Pick<Session, 'startedAtMs' | 'endedAtMs'>): number | null =>
  startedAtMs === null || endedAtMs === null ? null : endedAtMs - startedAtMs;

/** How many turns of a session got no answer or were taken back, in words; '' if none did. */
export const printEndings = ({ apiErrors, usageLimits, refusals, interruptions, takenBack }: Endings): string =>
  [
    apiErrors > 0 ? `${printCount(apiErrors)} ended in a service error` : '',
    usageLimits > 0 ? `${printCount(usageLimits)} at a usage limit` : '',
    refusals > 0 ? `${printCount(refusals)} refused` : '',
    interruptions > 0 ? `${printCount(interruptions)} interrupted` : '',
    takenBack > 0 ? `${printCount(takenBack)} taken back` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');

type Endings = Pick<Session, 'apiErrors' | 'usageLimits' | 'refusals' | 'interruptions' | 'takenBack'>;

const printTurns = (session: Endings & Pick<Session, 'turns'>): string => {
  const endings = printEndings(session);
  return `${printCount(session.turns)}${endings === '' ? '' : ` (${endings})`}`;
};

const toKnown = (name: string, value: string | null): [name: string, value: string][] => (value === null ? [] : [[name, plain(value)]]);

/**
 * Known facts about a session, each in one line, by name; the title comes first. They may be passed on: another session is named by its
 * id, because its title quotes a prompt.
 */
export const listSessionFacts = (session: Session): [name: string, value: string][] => [
  ['title', toPlainLine(session.title ?? unknown, maxTitleChars)],
  ...(session.titleBasis === 'answer' ? [['title from', 'the first answer: there is no prompt'] satisfies [string, string]] : []),
  ['id', session.id],
  ['native id', plain(session.nativeId)],
  ['agent', plain([session.family, session.agentVersion].filter((part) => part !== null).join(' '))],
  ['project', plain(session.project)],
  ...toKnown('project root', printProjectRoot(session)),
  ...toKnown('worktree', session.worktree),
  ...toKnown('branch', session.gitBranch),
  ['folder', plain(session.cwd)],
  ['models', plain(session.models.join(', ') || null)],
  ['started', printIso(session.startedAtMs)],
  ['active', printDuration(session.activeMs)],
  ['duration', printDuration(computeDurationMs(session))],
  ['waiting', printDuration(session.waitingMs)],
  ['turns', printTurns(session)],
  ['records', printCount(session.records)],
  [
    'calls',
    [
      `${printCount(session.toolCalls)} (${[printCounted(session.toolErrors, 'error'), ...listStoppedCalls(session), ...(session.toolUnended > 0 ? [`${printCount(session.toolUnended)} without an end`] : [])].join(', ')})`,
      ...(session.subagents ? [`errors ${printErrorsWithSubagents(session)}`] : []),
    ].join(' · '),
  ],
  ['tokens', printTokens(session)],
  [
    'cost',
    plain(
      [
        [printSessionCost(session), printCostWithSubagents(session)].filter((part) => part !== null).join(' · '),
        printCostNote({ ...session, countedInTitle: null }),
      ]
        .filter((part) => part !== null)
        .join('  '),
    ),
  ],
  ...(session.relation === 'continuation' && session.parentId !== null ? [['continues', session.parentId] satisfies [string, string]] : []),
  ['subagents', printCount(session.childCount)],
  ...(session.markedEndedAtMs === null ? [] : [['marked as ended', printIso(session.markedEndedAtMs)] satisfies [string, string]]),
  ['note', plain(session.note)],
];

/** An answer that was counted when it began has its input in full, and only part of its output. */
const printTokens = ({ tokens, completeness }: Session): string => {
  const print = (count: number | null, isAtLeast: boolean) => printAtLeast(printCount(count), isAtLeast);
  const isMissing = completeness.unknownUsage > 0;
  return [
    `${print(tokens.input, isMissing)} in, ${print(tokens.cacheRead, isMissing)} cached`,
    `${print(tokens.cacheWrite, isMissing)} cache written, ${print(tokens.output, hasUsageGaps(completeness))} out`,
  ].join(', ');
};
