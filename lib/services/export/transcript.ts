import type { ToolCall } from '../../domain/tool-call.ts';
import { toPlainLine } from '../../print/plain-line.ts';
import { listSessionFacts } from '../../print/session-facts.ts';
import { toVisibleOutput, toVisibleText } from '../../print/visible-text.ts';
import type { Session } from '../../domain/session.ts';
import type { Summary } from '../../domain/summary.ts';
import { readArguments } from '../../session/call-arguments.ts';
import { listFailureLines } from '../../session/failure-lines.ts';
import { toTitleLine } from '../../session/title-line.ts';
import { computeToolSummary } from '../../session/tool-summary.ts';
import type { Store } from '../../store/store.ts';
import type { TurnRow } from '../../store/session-store.ts';
import { findSummary } from './find-summary.ts';
import { listEntries, type Entry } from './list-entries.ts';
import type { Cleaner } from './make-cleaner.ts';

/** A part of a transcript for people, without secrets, its texts as they may be shown. */
export type Part =
  | { kind: 'turn'; turn: TurnRow }
  | { kind: 'prompt' | 'answer' | 'reasoning' | 'note'; text: string; attachments: string[] }
  | { kind: 'summary'; how: string; text: string; lists: { title: string; items: string[] }[] }
  | { kind: 'call'; call: ToolCall; summary: string; params: string; result: string | null; excerpt: string[] };

/** The facts of a session, without secrets. */
export const listCleanFacts = (session: Session, clean: Cleaner): [name: string, value: string][] => {
  const toText = (text: string, where: string): string => clean.text(text, { where, seq: null });
  // Before it is cut: half a secret is not found.
  const title = session.title && toText(session.title, 'title');
  return listSessionFacts({ ...session, title }).map(([name, value]) => [name, toText(value, name)]);
};

const titleChars = { read: 4_000, shown: 120 };

/** What a prompt begins with, without secrets: half of one, in a title that was cut before, would not be found. */
export const readTurnTitle = async (store: Store, sessionId: string, { promptId, title }: TurnRow, clean: Cleaner): Promise<string> => {
  const prompt = await store.readText(sessionId, promptId, 'text', 0, titleChars.read);
  return toPlainLine(toTitleLine(clean.text(prompt?.text ?? title, null)), titleChars.shown);
};

/** Prompts with the summaries of their turns, answers, reasoning, and calls with their whole results, below the turns that they belong to. */
export async function* listParts(store: Store, sessionId: string, turns: readonly TurnRow[], clean: Cleaner): AsyncGenerator<Part> {
  const byIndex = new Map(turns.map((turn) => [turn.turnIdx, turn]));
  let opened: number | null = null;
  for await (const entry of listEntries(store, sessionId)) {
    const part = toPart(entry, clean);
    if (!part) continue;
    const { turnIdx } = entry.record;
    const turn: TurnRow | undefined = turnIdx === null || turnIdx === opened ? undefined : byIndex.get(turnIdx);
    if (turn) {
      opened = turn.turnIdx;
      yield { kind: 'turn', turn };
    }
    yield part;
    const summary = await findSummary(store, entry.record);
    if (summary) yield toSummaryPart(summary, entry, clean);
  }
}

const printMethod = ({ method, model }: Summary): string => {
  if (method === 'model') return `by ${model?.model ?? 'a model'}`;
  return `from its own sentences${method === 'fallback' ? ' because the model failed' : ''}`;
};

const toSummaryPart = (summary: Summary, { record }: Entry, clean: Cleaner): Part => {
  const place = { where: `T${summary.turn_idx} summary`, seq: record.seq };
  const toLines = (text: string): string[] => toVisibleText(clean.text(text, place)).split('\n');
  return {
    kind: 'summary',
    how: toVisibleText(`${printMethod(summary)}, confidence: ${summary.confidence_level}`),
    text: toLines(summary.summary).join(' '),
    lists: [
      { title: 'Tools', items: toLines(summary.tools_rationale) },
      { title: 'Findings', items: toLines(summary.key_findings) },
    ].filter(({ items }) => items.some((item) => item !== '')),
  };
};

const kinds = { prompt: 'prompt', response: 'answer', reasoning: 'reasoning', boundary: 'note', tool_result: 'note' } as const;

const toPart = (entry: Entry, clean: Cleaner): Part | null => {
  const { record, call, place } = entry;
  if (call) return toCallPart(entry, call, clean);
  const attachments = record.attachments.map(({ mediaType }) => toVisibleText(mediaType));
  if (record.kind === 'system' || record.kind === 'meta' || record.kind === 'tool_call') return null;
  if (entry.text.trim() === '' && attachments.length === 0) return null;
  return { kind: kinds[record.kind], text: toVisibleText(clean.text(entry.text, place)).trim(), attachments };
};

const toCallPart = ({ place }: Entry, call: NonNullable<Entry['call']>, clean: Cleaner): Part => {
  const params = clean.json(call.params, { ...place, where: `${place.where} arguments` });
  const result = call.wholeResult === null ? null : clean.text(call.wholeResult, { ...place, where: `${place.where} result` });
  return {
    kind: 'call',
    call: { ...call, name: toVisibleText(call.name) },
    summary: toVisibleText(computeToolSummary(readArguments(params))).replace(/\s+/gu, ' '),
    params: toVisibleText(params),
    result: result === null ? null : toVisibleOutput(result),
    excerpt: listFailureLines({ ...call, resultText: result }),
  };
};
