import type { Session } from '../domain/session.ts';
import { printCostNote } from './cost-note.ts';
import { printDuration } from './duration.ts';
import { printMoney } from './money.ts';
import { printCount, printCounted } from './number.ts';
import { toPlainLine } from './plain-line.ts';
import { printIso } from './time.ts';
import { unknown } from './unknown.ts';
import { toVisibleText } from './visible-text.ts';

const maxTitleChars = 200;
const plain = (text: string | null): string => toVisibleText(text ?? unknown).replace(/\s+/g, ' ');

/**
 * What is known of a session, each in one line, by name; the title comes first. They may be passed on: another session is named by
 * its id, because its title quotes a prompt.
 */
export const listSessionFacts = (session: Session): [name: string, value: string][] => [
  ['title', toPlainLine(session.title ?? unknown, maxTitleChars)],
  ...(session.titleBasis === 'answer' ? [['title from', 'the first answer: there is no prompt'] satisfies [string, string]] : []),
  ['id', session.id],
  ['native id', plain(session.nativeId)],
  ['agent', plain([session.family, session.agentVersion].filter((part) => part !== null).join(' '))],
  ['project', plain(session.project)],
  ['folder', plain(session.cwd)],
  ['models', plain(session.models.join(', ') || null)],
  ['started', printIso(session.startedAtMs)],
  ['active', printDuration(session.activeMs)],
  ['waiting', printDuration(session.waitingMs)],
  ['turns', printCount(session.turns)],
  ['records', printCount(session.records)],
  [
    'calls',
    `${printCount(session.toolCalls)} (${printCounted(session.toolErrors, 'error')}, ${printCount(session.toolRejected)} rejected)`,
  ],
  [
    'tokens',
    `${printCount(session.tokens.input)} in, ${printCount(session.tokens.cacheRead)} cached, ${printCount(session.tokens.cacheWrite)} cache written, ${printCount(session.tokens.output)} out`,
  ],
  [
    'cost',
    plain([printMoney(session.costUsd), printCostNote({ ...session, countedInTitle: null })].filter((part) => part !== null).join('  ')),
  ],
  ['subagents', printCount(session.childCount)],
  ['note', plain(session.note)],
];
