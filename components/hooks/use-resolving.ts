'use client';
import { useState } from 'react';
import type { ListRow } from '@/components/observations/list-rows.ts';

/** On what a resolution is being written. */
export type Resolving = 'current' | 'selection' | null;

/** On what a resolution is being written in a list; another list has none. */
export const useResolving = (listKey: string) => {
  const [opened, setOpened] = useState<{ on: Resolving; list: string; row: ListRow | null }>({ on: null, list: listKey, row: null });
  const on = opened.list === listKey ? opened.on : null;
  return {
    on,
    /** `row`: what it is opened on. */
    open: (next: Resolving, row: ListRow | null = null) => setOpened({ on: next, list: listKey, row }),
    /** What was seen of a row when writing about it began, whatever became of it meanwhile; the row itself where nothing is written. */
    toSeen: (row: ListRow): ListRow => (on === 'current' && opened.row?.key === row.key ? opened.row : row),
  };
};
