'use client';
import { useState } from 'react';
import type { ListRow } from '@/components/observations/list-rows.ts';
import type { Action } from './triage-command.ts';

/** On what a resolution is being written. */
export type Resolving = 'current' | 'selection' | null;

type Opened = { on: Resolving; list: string; row: ListRow | null };
const toKey = ({ on, row }: Opened): string => (on === 'current' ? `current ${row?.key ?? ''}` : String(on));

/** On what a resolution is being written in a list; another list has none. */
export const useResolving = (listKey: string) => {
  const [opened, setOpened] = useState<Opened>({ on: null, list: listKey, row: null });
  const [draft, setDraft] = useState<{ key: string; action: Action } | null>(null);
  const on = opened.list === listKey ? opened.on : null;
  const key = toKey(opened);
  return {
    on,
    /** `row`: what it is opened on. */
    open: (next: Resolving, row: ListRow | null = null) => setOpened({ on: next, list: listKey, row }),
    /** The row that it was opened on, as it was then. */
    seen: on === 'current' ? opened.row : null,
    /** What was seen of a row when writing about it began, whatever became of it meanwhile; the row itself where nothing is written. */
    toSeen: (row: ListRow): ListRow => (on === 'current' && opened.row?.key === row.key ? opened.row : row),
    /** What was written here last and refused. */
    draft: draft?.key === key ? draft.action : null,
    /** Closes it, and answers what keeps what was written for when it is opened again. */
    send: (action: Action): (() => void) => {
      setOpened({ on: null, list: listKey, row: null });
      setDraft(null);
      return () => {
        if (action.note !== null) setDraft({ key, action });
      };
    },
  };
};
