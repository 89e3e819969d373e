'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useRecordPages } from '@/components/session/use-record-pages.ts';
import { computeNeededPages } from '@/components/session/record-lookup.ts';
import { RowSkeleton } from '@/components/session/rows/row-skeleton.tsx';
import { useRowRenderer } from '@/components/session/rows/row-renderer.ts';
import { TimelineContext, useTimelineActions, type TimelineActions } from '@/components/session/timeline-context.ts';
import { openRows, toViewRows, type ViewRow } from '@/components/session/view-rows.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { printCounted } from '@/lib/print/number.ts';
import { useRowTabStop } from '@/components/session/rows/row-tab-stop.ts';

type Props = { sessionId: string };

const step = 40;
const noRows: readonly ViewRow[] = [];

/** The rows of a child session in place, forty at a time, numbered a1, a2. */
export const ChildTranscript = ({ sessionId }: Props) => {
  const Row = useRowRenderer();
  const tabStop = useRowTabStop();
  const parent = useTimelineActions();
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [maxRows, setMaxRows] = useState(step);
  const index = useQuery(sessionQueries.rows(sessionId));
  const closed = useMemo(() => (index.data ? toViewRows(index.data) : noRows), [index.data]);
  const rows = useMemo(() => openRows(closed, new Set([...opened].filter(([, open]) => open).map(([key]) => key)), null), [closed, opened]);
  const shown = useMemo(() => rows.slice(0, maxRows), [rows, maxRows]);
  const total = index.data?.totalRecords ?? 0;
  const needed = useMemo(() => computeNeededPages(shown, total), [shown, total]);
  const pages = useRecordPages(sessionId, needed, Math.max(0, Math.ceil(total / 100) - 1));
  const actions = useMemo<TimelineActions>(
    () => ({
      ...parent,
      select: () => undefined,
      jumpToCall: () => undefined,
      toggle: (key, open) => setOpened((before) => new Map(before).set(key, open)),
    }),
    [parent],
  );
  const error = index.error ?? pages.error;
  if (error) {
    return (
      <p role="alert" className="px-2.5 py-1.5 text-table text-high">
        The subagent could not be loaded: {error.message}
      </p>
    );
  }
  if (!index.data) return <RowSkeleton />;
  return (
    <TimelineContext value={actions}>
      {shown.map((row) => (
        <Row key={row.key} row={row} lookup={pages.lookup} open={opened.get(row.key)} prefix="a" selected={false} arrived={false} />
      ))}
      {rows.length > maxRows ? (
        <button
          type="button"
          tabIndex={tabStop}
          className="px-2.5 py-0.5 text-fact text-accent hover:underline"
          onClick={() => setMaxRows(maxRows + step)}
        >
          {printCounted(rows.length - maxRows, 'more row')}
        </button>
      ) : null}
    </TimelineContext>
  );
};
