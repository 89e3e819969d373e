import type { ToolCall } from '../../domain/tool-call.ts';
import { printArguments } from '../../print/arguments.ts';
import { printCallContent } from '../../print/call-content.ts';
import { printOutcome } from '../../print/outcome.ts';
import { toPlainLine } from '../../print/plain-line.ts';
import { listSessionFacts } from '../../print/session-facts.ts';
import { printTurn } from '../../print/turn.ts';
import { unknown } from '../../print/unknown.ts';
import { toVisibleOutput, toVisibleText } from '../../print/visible-text.ts';
import { combineRedacted, nothing, toRedactedLines, type Redacted } from '../../redaction/redact.ts';
import type { Session } from '../../domain/session.ts';
import type { Summary } from '../../domain/summary.ts';
import { readArguments } from '../../session/call-arguments.ts';
import { readCallContent, tellsResult } from '../../session/call-content.ts';
import { toReadableResult } from '../../session/call-output.ts';
import { listFailureLines } from '../../session/failure-lines.ts';
import { toFailureReason } from '../../session/service-failure.ts';
import { isTurnFailure } from '../../session/turn-ends.ts';
import { titleWindow, toAnswerTitle, toPromptTitle } from '../../session/title-line.ts';
import { computeToolSummary } from '../../session/tool-summary.ts';
import type { Store } from '../../store/store.ts';
import { computeTurnDurationMs, type TurnRow } from '../../store/session-store.ts';
import { makeFindSummary } from './find-summary.ts';
import { listEntries, type Entry } from './list-entries.ts';
import type { Cleaner } from './make-cleaner.ts';

type Words = { kind: 'prompt' | 'answer' | 'reasoning' | 'note'; text: string; attachments: string[] };
type SummaryPart = { kind: 'summary'; how: string; text: string; lists: { title: 'Tools' | 'Findings'; items: string[] }[] };
/** `ended`: how it ended, in words. */
type Call = Pick<ToolCall, 'callIndex' | 'name' | 'outcome' | 'exitCode' | 'durationMs'> & { ended: string };
/** `isLive`: whether its agent runs now. */
export type ExportedSession = Session & { isLive: boolean };
/** `content`: what it says to the person, as Markdown; '' of any other call. `result`: null without one, '' where the content tells all of it. */
type CallPart = { kind: 'call'; call: Call; summary: string; content: string; params: string; result: string | null; excerpt: string[] };
type TurnPart = { kind: 'turn'; durationMs: number | null } & Pick<TurnRow, 'turnIdx' | 'startedAtMs' | 'activeMs' | 'toolCalls' | 'ended'>;

/** Below the head and the titles of the turns. */
export type WorkPart = TurnPart | Words | SummaryPart | CallPart;

/** A part of a transcript for people, its texts as they may be shown. `work` begins what was done, which `end` ends. */
export type Part =
  | { kind: 'head'; title: string; facts: { name: string; value: string }[]; turns: number }
  | { kind: 'title'; turnIdx: number; title: string }
  | { kind: 'work' }
  | WorkPart
  | { kind: 'end' };

const toHead = (session: Session, turns: number, clean: Cleaner): Redacted<Part> => {
  // Before it is cut: half a secret is not found.
  const title = session.title && clean.text(session.title, { where: 'title', seq: null });
  const [[, shown] = ['', unknown], ...facts] = listSessionFacts({ ...session, title });
  return combineRedacted({
    kind: 'head',
    title: clean.text(shown, null),
    facts: facts.map(([name, value]) => ({ name: clean.text(name, null), value: clean.text(value, { where: name, seq: null }) })),
    turns,
  });
};

const titleChars = 120;

/** Title of a turn, without secrets. In a title that was cut before, half a secret would not be found. */
const readTurnTitle = async (
  store: Store,
  sessionId: string,
  { messageId, hasPrompt, title }: TurnRow,
  clean: Cleaner,
): Promise<Redacted<string>> => {
  const said = await store.readText(sessionId, messageId, 'text', 0, titleWindow);
  const text = clean.text(said?.text ?? title, null);
  return clean.text(toPlainLine(hasPrompt ? toPromptTitle(text) : toAnswerTitle(text), titleChars), null);
};

const toTurnPart = ({ turnIdx, startedAtMs, activeMs, toolCalls, ended, ...turn }: TurnRow): Redacted<TurnPart> =>
  combineRedacted({
    kind: 'turn',
    turnIdx,
    startedAtMs,
    activeMs,
    durationMs: computeTurnDurationMs({ startedAtMs, ...turn }),
    toolCalls,
    ended,
  });

/** Lists the parts of a transcript, with the titles of its turns or without. */
export const makeListParts = ({ withTitles }: { withTitles: boolean }) =>
  async function* (store: Store, session: ExportedSession, clean: Cleaner): AsyncGenerator<Redacted<Part>> {
    const turns = await store.listTurns(session.id);
    yield toHead(session, turns.length, clean);
    for (const turn of withTitles ? turns : [])
      yield combineRedacted({ kind: 'title', turnIdx: turn.turnIdx, title: await readTurnTitle(store, session.id, turn, clean) });
    yield combineRedacted({ kind: 'work' });
    yield* listWork(store, session, turns, clean);
    yield combineRedacted({ kind: 'end' });
  };

/** Prompts with the summaries of their turns, answers, reasoning, and calls with their whole results, below the turns that they belong to. */
async function* listWork(
  store: Store,
  { id: sessionId, isLive }: ExportedSession,
  turns: readonly TurnRow[],
  clean: Cleaner,
): AsyncGenerator<Redacted<Part>> {
  const byIndex = new Map(turns.map((turn) => [turn.turnIdx, turn]));
  const findSummary = makeFindSummary(store, turns);
  let opened: number | null = null;
  for await (const entry of listEntries(store, sessionId)) {
    const part = toPart(entry, clean, isLive);
    if (!part) continue;
    const { turnIdx } = entry.record;
    const turn: TurnRow | undefined = turnIdx === null || turnIdx === opened ? undefined : byIndex.get(turnIdx);
    if (turn) {
      opened = turn.turnIdx;
      yield toTurnPart(turn);
    }
    yield part;
    const summary = await findSummary(entry.record);
    if (summary) yield toSummaryPart(summary, entry, clean);
  }
}

const printMethod = ({ method, model }: Summary): string => {
  if (method === 'model') return `by ${model?.model ?? 'a model'}`;
  return `from its own sentences${method === 'fallback' ? ' because the model failed' : ''}`;
};

const toSummaryPart = (summary: Summary, { record }: Entry, clean: Cleaner): Redacted<SummaryPart> => {
  const place = { where: `${printTurn(summary.turn_idx)} summary`, seq: record.seq };
  const toText = (text: string): Redacted<string> => clean.text(toVisibleText(text), place);
  const lists = [
    { title: 'Tools', items: toRedactedLines(toText(summary.tools_rationale)) },
    { title: 'Findings', items: toRedactedLines(toText(summary.key_findings)) },
  ] as const;
  return combineRedacted({
    kind: 'summary',
    how: toText(`${printMethod(summary)}, confidence: ${summary.confidence_level}`),
    text: toText(summary.summary.replaceAll('\n', ' ')),
    lists: lists.filter(({ items }) => items.some(({ length }) => length > 0)),
  });
};

const kinds = { prompt: 'prompt', response: 'answer', reasoning: 'reasoning', boundary: 'note', tool_result: 'note' } as const;

const toPart = (entry: Entry, clean: Cleaner, isLive: boolean): Redacted<Part> | null => {
  const { record, call, place } = entry;
  if (call) return toCallPart(entry, call, clean, isLive);
  const attachments = record.attachments.map(({ mediaType }) => clean.text(toVisibleText(mediaType), place));
  if (record.kind === 'system' && isTurnFailure(record.subtype)) {
    // Clean before it is cut: the first half of a secret looks like none.
    const whole = clean.text(toVisibleText(entry.text), place);
    return combineRedacted({ kind: 'note', text: clean.text(toFailureReason(whole), null), attachments });
  }
  if (record.kind === 'system' || record.kind === 'meta' || record.kind === 'tool_call') return null;
  if (entry.text.trim() === '' && attachments.length === 0) return null;
  return combineRedacted({ kind: kinds[record.kind], text: clean.text(toVisibleText(entry.text).trim(), place), attachments });
};

const toCallPart = ({ place }: Entry, call: NonNullable<Entry['call']>, clean: Cleaner, isLive: boolean): Redacted<CallPart> => {
  const { callIndex, outcome, exitCode, durationMs } = call;
  const params = clean.text(toVisibleText(call.params), { ...place, where: `${place.where} arguments` });
  // Without its escape sequences, a secret that they divide is whole.
  const shown = call.wholeResult === null ? null : toVisibleOutput(toReadableResult(call, call.wholeResult));
  const result = shown === null ? null : clean.text(shown, { ...place, where: `${place.where} result` });
  const summary = toVisibleText(computeToolSummary(readArguments(params))).replace(/\s+/gu, ' ');
  const content = readCallContent({ name: call.name, params, resultText: result, outcome });
  // Once more: a secret that JSON divides by escapes is whole only now.
  const toText = (text: string): Redacted<string> => clean.text(toVisibleText(text), null);
  return combineRedacted({
    kind: 'call',
    call: {
      callIndex,
      name: clean.text(toVisibleText(call.name), place),
      outcome,
      ended: clean.text(outcome === 'unknown' ? unknown : printOutcome(outcome, isLive), null),
      exitCode,
      durationMs,
    },
    summary: clean.text(summary, null),
    content: content ? toText(printCallContent(content)) : nothing,
    params: toText(printArguments(params)),
    result: content && tellsResult(content, outcome) ? nothing : result,
    excerpt: listFailureLines({
      ...{ kind: call.kind, outcome, resultText: result },
      endText: call.endText === null ? null : clean.text(toVisibleOutput(call.endText), place),
    }).map((line) => clean.text(line, null)),
  });
};
