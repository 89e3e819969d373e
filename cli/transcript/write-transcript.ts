import { AppError } from '../../lib/domain/errors.ts';
import { displayWindowBytes } from '../../lib/domain/display-window.ts';
import type { SessionRecord } from '../../lib/domain/record.ts';
import { printBytes } from '../../lib/print/bytes.ts';
import { toPlainLine } from '../../lib/print/plain-line.ts';
import { printTurn } from '../../lib/print/turn.ts';
import { toVisibleText } from '../../lib/print/visible-text.ts';
import { listFailureLines } from '../../lib/session/failure-lines.ts';
import type { SessionStore, TurnRow } from '../../lib/store/session-store.ts';
import type { Style, TurnHead } from './styles.ts';

const pageSize = 100;

type ListedTurn = TurnHead & Pick<TurnRow, 'startSeq' | 'title'>;
type Transcript = {
  store: SessionStore;
  sessionId: string;
  turns: readonly ListedTurn[];
  style: Style;
};
/** Positions of records, the end exclusive. `errorsAlone`: only failed calls, each below its turn. */
type Choice = { from: number; to: number; errorsAlone: boolean; columns: number; nowMs: number; isLive: boolean };

/** A part of the text; between two of kind `call` there is no empty line. */
type Part = { kind: 'text' | 'call'; text: string };

/** Passes prompts, answers and calls of a session to `write`, in order. */
export const writeTranscript = async (transcript: Transcript, choice: Choice, write: (text: string) => void): Promise<void> => {
  let before: Part['kind'] = 'text';
  let isEmpty = true;
  for await (const { kind, text } of listParts(transcript, choice)) {
    write(`${kind === 'text' || before === 'text' ? '\n' : ''}${text}\n`);
    before = kind;
    isEmpty = false;
  }
  if (isEmpty) write(`\n${choice.errorsAlone ? 'No call failed.' : 'Nothing was said or called.'}\n`);
};

async function* listParts({ store, sessionId, turns, style }: Transcript, choice: Choice): AsyncGenerator<Part> {
  const { from, to } = choice;
  const byIndex = new Map(turns.map((turn) => [turn.turnIdx, turn]));
  let opened: number | null = null;
  for (let seq = from; seq < to; seq += pageSize) {
    const records = await store.listRecords(sessionId, seq, Math.min(pageSize, to - seq), displayWindowBytes);
    if (records.length === 0) return;
    for (const record of records) {
      const part = toPart(record, style, choice);
      if (part === null) continue;
      const turn: ListedTurn | undefined = record.turnIdx === null || record.turnIdx === opened ? undefined : byIndex.get(record.turnIdx);
      if (turn) {
        opened = turn.turnIdx;
        yield { kind: 'text', text: style.turn(turn, choice) };
        if (choice.errorsAlone) yield { kind: 'text', text: style.prompt(toPlainLine(turn.title)) };
      }
      yield part;
    }
  }
}

/** Positions of the records of a turn, or of all if none is given. Fails with `not_found`. */
export const getRange = (turns: readonly ListedTurn[], only: number | null): { from: number; to: number } => {
  if (only === null) return { from: 0, to: Infinity };
  const at = turns.findIndex(({ turnIdx }) => turnIdx === only);
  const [turn, next] = [turns[at], turns[at + 1]];
  if (turn) return { from: turn.startSeq, to: next?.startSeq ?? Infinity };
  const last = turns.at(-1);
  throw new AppError(
    'not_found',
    `There is no turn ${printTurn(only)}. ${last ? `Use ${turns[0]?.turnIdx ?? 0} to ${last.turnIdx}.` : 'This session has no turns.'}`,
  );
};

const toPart = (record: SessionRecord, style: Style, choice: Choice): Part | null => {
  const { kind, toolCall } = record;
  if (kind === 'tool_call' && toolCall) {
    if (choice.errorsAlone && toolCall.outcome !== 'error') return null;
    const call = { ...toolCall, name: toLine(toolCall.name), summary: toLine(toolCall.summary) };
    return { kind: 'call', text: style.call(call, listFailureLines(toolCall), choice) };
  }
  if (choice.errorsAlone || (record.text.trim() === '' && record.attachments.length === 0)) return null;
  const attached = record.attachments.map(
    ({ mediaType, bytes }) => `[${toLine(mediaType)}, ${bytes === 0 ? 'not in the file' : printBytes(bytes)}]`,
  );
  const text = [toVisibleText(record.text).trim() + printRest(record), ...attached].filter((part) => part !== '').join('\n');
  if (kind === 'prompt') return { kind: 'text', text: style.prompt(text) };
  if (kind === 'response') return { kind: 'text', text: style.answer(text) };
  if (kind === 'system' && record.endsCall !== null)
    return { kind: 'text', text: style.note(`${toLine(record.text.split('\n', 1)[0] ?? '')} (#${record.endsCall})`) };
  return kind === 'boundary' ? { kind: 'text', text: style.note(toLine(record.text)) } : null;
};

const toLine = (text: string): string => toVisibleText(text).replace(/\s+/gu, ' ').trim();

const printRest = ({ text, textBytes }: SessionRecord): string => {
  const rest = textBytes - Buffer.byteLength(text);
  return rest > 0 ? `\n… ${printBytes(rest)} more` : '';
};
