import type { ToolCall } from '../../lib/domain/tool-call.ts';
import type { Turn } from '../../lib/domain/turn.ts';
import { cutColumns } from '../../lib/print/columns.ts';
import { printDuration } from '../../lib/print/duration.ts';
import { prefixLines, toCodeSpan, toFenced } from '../../lib/print/markdown-text.ts';
import { printCounted } from '../../lib/print/number.ts';
import { printDayClock } from '../../lib/print/time.ts';
import { listStoppedCalls } from '../../lib/print/stopped-calls.ts';
import { printOutcome } from '../../lib/print/outcome.ts';
import { printTurnEnded } from '../../lib/print/turn-ended.ts';
import { printTurnTime } from '../../lib/print/turn-time.ts';
import { printTurn } from '../../lib/print/turn.ts';
import { unknown } from '../../lib/print/unknown.ts';

export type TurnHead = Pick<
  Turn,
  | 'turnIdx'
  | 'startedAtMs'
  | 'activeMs'
  | 'durationMs'
  | 'toolCalls'
  | 'toolErrors'
  | 'toolRejected'
  | 'toolDenied'
  | 'toolInterrupted'
  | 'ended'
>;
export type CallLine = Pick<ToolCall, 'callIndex' | 'outcome' | 'name' | 'summary' | 'durationMs' | 'childSessionId' | 'childCalls'>;

/** `isLive`: whether the session goes on, so that what is open still runs. */
type Space = { columns: number; nowMs: number; isLive: boolean };
/** How parts of a transcript are written. Texts are visible already; no part ends in a newline. */
export type Style = {
  head(facts: readonly (readonly [name: string, value: string])[]): string;
  turn(turn: TurnHead, space: Space): string;
  prompt(text: string): string;
  answer(text: string): string;
  /** Where the conversation was compacted, and the like. */
  note(text: string): string;
  /** `content`: what it says to the person, as Markdown, or ''. `excerpt`: lines that explain a failure. */
  call(call: CallLine, content: string, excerpt: readonly string[], space: Space): string;
};

const toTurnFacts = (turn: TurnHead, nowMs: number): string[] => [
  printDayClock(turn.startedAtMs, nowMs),
  printTurnTime(turn),
  [
    printCounted(turn.toolCalls, 'call'),
    ...(turn.toolErrors > 0 ? [printCounted(turn.toolErrors, 'error')] : []),
    ...listStoppedCalls(turn),
  ].join(', '),
  ...[printTurnEnded(turn)].filter((ended) => ended !== null),
];

const printEnd = ({ outcome }: CallLine, { isLive }: Space): string => (outcome === 'unknown' ? unknown : printOutcome(outcome, isLive));

/** The subagent's session, by what `session` takes. */
const printChild = ({ childSessionId, childCalls }: CallLine): string =>
  childSessionId === null || childCalls === null ? '' : `  → session ${childSessionId.slice(0, 8)}`;

const indent = ' '.repeat(8);

/** For a terminal. */
export const plainStyle: Style = {
  head: (facts) => facts.map(([name, value]) => `${name.padEnd(10)}  ${value}`).join('\n'),
  turn: (turn, { nowMs }) => `── ${printTurn(turn.turnIdx)} · ${toTurnFacts(turn, nowMs).join(' · ')} ──`,
  prompt: (text) => prefixLines(text, '> '),
  answer: (text) => text,
  note: (text) => `── ${text} ──`,
  call: (call, content, excerpt, space) => {
    const { columns } = space;
    const end = `  ${printDuration(call.durationMs)}${printChild(call)}`;
    const start = `  #${String(call.callIndex).padEnd(4)}  ${printEnd(call, space).padEnd(8)}  ${call.name}  ${call.summary}`;
    return [
      cutColumns(start, columns - end.length) + end,
      ...(content === '' ? [] : [prefixLines(content, `${indent}│ `)]),
      ...excerpt.map((line) => cutColumns(`${indent}│ ${line}`, columns)),
    ].join('\n');
  },
};

/** For notes, issues and pull requests. */
export const markdownStyle: Style = {
  head: ([[, title] = ['', unknown], ...facts]) =>
    [`# ${title}`, '', ...facts.map(([name, value]) => `- ${name}: ${value.replace(/\s+/gu, ' ')}`)].join('\n'),
  turn: (turn, { nowMs }) => `## ${printTurn(turn.turnIdx)} · ${toTurnFacts(turn, nowMs).join(' · ')}`,
  prompt: (text) => prefixLines(text, '> '),
  answer: (text) => text,
  note: (text) => `*${text}*`,
  call: (call, content, excerpt, space) => {
    const outcome = call.outcome === 'ok' ? 'ok' : `**${printEnd(call, space)}**`;
    const summary = call.summary === '' ? '' : ` ${toCodeSpan(call.summary)}`;
    const line = `- #${call.callIndex} ${outcome} ${call.name}${summary} (${printDuration(call.durationMs)})${printChild(call)}`;
    const below = [
      ...(content === '' ? [] : [`\n${prefixLines(prefixLines(content, '> '), '  ')}\n`]),
      ...(excerpt.length === 0 ? [] : [prefixLines(toFenced(excerpt.join('\n')), '  ')]),
    ];
    return [line, ...below].join('\n').trimEnd();
  },
};
