'use client';
import type { ReactNode, RefObject } from 'react';
import type { Compare, Side } from './use-compare.ts';
import { Kbd } from '@/components/ui/kbd.tsx';
import { printCount } from '@/lib/print/number.ts';
import { HistoryRow } from './history-row.tsx';

type Props = { compare: Compare; list: RefObject<HTMLUListElement | null>; onOpen: (call: number) => void; children: ReactNode };

/** All assessments of a session, newest first; two of them are the sides of the comparison. */
export const HistoryRail = ({ compare, list, onOpen, children }: Props) => {
  const { groups, sides, put } = compare;
  return (
    <nav
      aria-label="History"
      className="flex min-h-0 flex-col border-line bg-panel max-lg:shrink-0 max-lg:border-b lg:h-full lg:w-[264px] lg:shrink-0 lg:border-r"
    >
      <header className="flex h-8 shrink-0 items-center gap-2 border-b border-line px-3 text-table">
        <h2 className="font-semibold">History</h2>
        <span className="rounded-chip bg-sunken px-1.5 text-fact text-text2">{printCount(groups.length)}</span>
        <span className="ml-auto flex items-center gap-1 text-fact text-text3 pointer-coarse:hidden">
          pick two: <Kbd>A</Kbd> <Kbd>B</Kbd>
        </span>
      </header>
      <ul ref={list} className="min-h-0 overflow-y-auto max-lg:max-h-[228px]">
        {groups
          .map((group, at) => (
            <HistoryRow
              key={group.call}
              group={group}
              sides={(['a', 'b'] satisfies Side[]).filter((side) => sides[side] === at)}
              tabStop={at === sides.b}
              onCompare={() => put({ a: at - 1, b: at })}
              onPut={(side) => put({ [side]: at })}
              onOpen={() => onOpen(group.call)}
            />
          ))
          .reverse()}
      </ul>
      {children}
      <p className="mt-auto border-t border-line px-3 py-2 text-fact text-text3 max-lg:hidden">
        An assessment with no findings closes the earlier ones and isn’t sent to the agent.
      </p>
    </nav>
  );
};
