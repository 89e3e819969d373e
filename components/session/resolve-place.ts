import type { SessionRecord } from '@/lib/domain/record.ts';
import type { Position } from './position.ts';
import type { ViewRow } from './view-rows.ts';

/** Rows above the selection that are searched for a call. */
const maxRowsBack = 500;

type Selected = Pick<SessionRecord, 'id' | 'sessionId' | 'seq'> & { toolCall: { callIndex: number } | null };

/**
 * The selected call and record of a position, completed by what was read of the record (null: not read yet, or of an earlier
 * selection). `sessionId`: the session that it is of. `recordId`: the id to put into the URL for a record that only its `seq` names; else null.
 */
export const resolveSelection = (
  position: Pick<Position, 'call' | 'seq' | 'recordId'>,
  record: Selected | null,
  sessionId: string,
): { call: number | null; seq: number | null; recordId: string | null } => {
  const isRead =
    record?.sessionId === sessionId &&
    (position.recordId === null ? position.call === null && record.seq === position.seq : record.id === position.recordId);
  return {
    call: position.call ?? (isRead ? (record.toolCall?.callIndex ?? null) : null),
    seq: position.seq ?? (isRead ? record.seq : null),
    recordId: isRead && position.call === null && position.recordId === null ? record.id : null,
  };
};

/** The last call at or before a row; null: none, or too far back. */
export const findPlayhead = (rows: readonly Pick<ViewRow, 'call' | 'lastCall'>[], rowAt: number): number | null =>
  rowAt < 0 ? null : (rows.slice(Math.max(0, rowAt - maxRowsBack), rowAt + 1).findLast(({ call }) => call > 0)?.lastCall ?? null);

/** The turn that is read, of those in view (`3 5`: first and last): the selected row's, else the first. Null: none is in view. */
export const findTurnInView = (visible: string, row: Pick<ViewRow, 'turn'> | undefined): number | null => {
  const [top, bottom] = visible.split(' ').map((text) => (text === '' ? null : Number(text)));
  if (top === null || top === undefined) return null;
  const isInView = row && bottom !== null && bottom !== undefined && row.turn >= top && row.turn <= bottom;
  return isInView ? row.turn : top;
};
