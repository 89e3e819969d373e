import type { ToolCall } from '../../lib/domain/tool-call.ts';
import type { Turn } from '../../lib/domain/turn.ts';
import { cutColumns } from '../../lib/print/columns.ts';
import { printDuration } from '../../lib/print/duration.ts';
import { prefixLines, toCodeSpan, toFenced } from '../../lib/print/markdown-text.ts';
import { printCounted } from '../../lib/print/number.ts';
import { printDayClock } from '../../lib/print/time.ts';
import { printOutcome } from '../../lib/print/outcome.ts';
import { printTurn } from '../../lib/print/turn.ts';
import { unknown } from '../../lib/print/unknown.ts';

export type TurnHead = Pick<Turn, 'turnIdx' | 'startedAtMs' | 'durationMs' | 'toolCalls' | 'toolErrors'>;
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
  /** `excerpt`: lines that explain a failure. */
  call(call: CallLine, excerpt: readonly string[], space: Space): string;
};

const toTurnFacts = ({ startedAtMs, durationMs, toolCalls, toolErrors }: TurnHead, nowMs: number): string[] => [
  printDayClock(startedAtMs, nowMs),
  printDuration(durationMs),
  [printCounted(toolCalls, 'call'), ...(toolErrors > 0 ? [printCounted(toolErrors, 'error')] : [])].join(', '),
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
  call: (call, excerpt, space) => {
    const { columns } = space;
    const end = `  ${printDuration(call.durationMs)}${printChild(call)}`;
    const start = `  #${String(call.callIndex).padEnd(4)}  ${printEnd(call, space).padEnd(8)}  ${call.name}  ${call.summary}`;
    return [cutColumns(start, columns - end.length) + end, ...excerpt.map((line) => cutColumns(`${indent}│ ${line}`, columns))].join('\n');
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
  call: (call, excerpt, space) => {
    const outcome = call.outcome === 'ok' ? 'ok' : `**${printEnd(call, space)}**`;
    const summary = call.summary === '' ? '' : ` ${toCodeSpan(call.summary)}`;
    const line = `- #${call.callIndex} ${outcome} ${call.name}${summary} (${printDuration(call.durationMs)})${printChild(call)}`;
    if (excerpt.length === 0) return line;
    return `${line}\n${prefixLines(toFenced(excerpt.join('\n')), '  ')}`;
  },
};
