import type { Outcome } from '../../domain/outcome.ts';
import type { SessionRecord } from '../../domain/record.ts';
import type { TurnRecord } from '../../domain/summary.ts';
import { displayWindowBytes } from '../../domain/display-window.ts';
import type { Store } from '../../store/store.ts';

/** Records of a turn that are read, from its beginning and from its end. */
const maxRecords = { first: 200, last: 300 };

const isFailed = (outcome: Outcome): boolean | null => (outcome === 'error' ? true : outcome === 'ok' ? false : null);

const kinds: readonly string[] = ['prompt', 'reasoning', 'response', 'tool_call', 'tool_result', 'system'];

/** Parts of a record that summaries and reviews read; empty for some kinds. A call that holds its own result becomes two. */
export const toTurnRecords = ({ id: recordId, seq, kind, text, toolCall }: SessionRecord): TurnRecord[] => {
  if (!kinds.includes(kind)) return [];
  const about = { recordId, seq, tool: toolCall?.name ?? null, isFailed: toolCall ? isFailed(toolCall.outcome) : null };
  // Why a command in the background failed was said later.
  const said = kind === 'tool_result' && toolCall?.outcome === 'error' ? (toolCall.endText ?? text) : text;
  const record = { ...about, kind: kind as TurnRecord['kind'], text: said };
  if (kind !== 'tool_call') return [record];
  const call: TurnRecord = { ...record, text: toolCall?.params ?? '' };
  return text === '' ? [call] : [call, { ...about, kind: 'tool_result', text }];
};

/** The records of a turn that lies between two positions, of a very long one those at both ends. */
export const readTurnRecords = async (
  store: Pick<Store, 'listRecords'>,
  sessionId: string,
  { fromSeq, toSeq }: { fromSeq: number; toSeq: number },
): Promise<TurnRecord[]> => {
  const { first, last } = maxRecords;
  const read = (from: number, limit: number) => store.listRecords(sessionId, from, limit, displayWindowBytes);
  const count = toSeq - fromSeq;
  const records =
    count <= first + last ? await read(fromSeq, count) : [...(await read(fromSeq, first)), ...(await read(toSeq - last, last))];
  return records.flatMap(toTurnRecords);
};
