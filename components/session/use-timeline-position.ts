'use client';
import { throttle, useQueryStates } from 'nuqs';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { afterAddress, afterMove, type KnownPosition } from './known-position.ts';
import { changePosition, positionKeys, positionParsers, printPosition, toUrlState, type Position } from './position.ts';

export type Move = (change: Partial<Position> | ((before: Position) => Partial<Position>), how?: 'replace' | 'push') => void;

/** Browsers refuse more than about 200 history writes in 10 s; of a position that moves faster, the last one is written. */
const minWriteGapMs = 120;
const options = { urlKeys: positionKeys, limitUrlUpdates: throttle(minWriteGapMs) };

/**
 * The position on a session's page, kept in the URL. `move` changes it in place, or pushes a history entry worth going back to.
 * `restored` counts the times it was read from the URL instead: on arrival, and on back and forward.
 */
export const useTimelinePosition = (): { position: Position; restored: number; move: Move } => {
  const [url, setUrl] = useQueryStates(positionParsers, options);
  const printed = printPosition({ ...url, seq: null });
  const [last, setKnown] = useState<KnownPosition>({ printed, seq: null, restored: 1, unnamed: null });
  const known = last.printed === printed ? last : afterAddress(last, printed);
  if (known !== last) setKnown(known);
  const { seq, restored } = known;
  const position = useMemo(() => ({ ...url, seq }), [url, seq]);
  const latest = useRef(position);
  useEffect(() => {
    latest.current = position;
  }, [position]);
  const move = useCallback<Move>(
    (change, how = 'replace') => {
      const before = latest.current;
      const after = changePosition(before, typeof change === 'function' ? change(before) : change);
      const isSameUrl = printPosition(after) === printPosition(before);
      latest.current = after;
      setKnown((one) => afterMove(one, after));
      if (!isSameUrl) void setUrl(toUrlState(after), { history: how });
    },
    [setUrl],
  );
  return { position, restored, move };
};
