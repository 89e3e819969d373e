'use client';
import { ArrowUp } from 'lucide-react';
import { useMemo } from 'react';
import { useNow } from '@/components/hooks/use-now.ts';
import { useMedia } from '@/components/hooks/use-media.ts';
import { useObservationScroll } from '@/components/hooks/use-observation-scroll.ts';
import type { Observations } from '@/components/hooks/use-observations.ts';
import { useRowFocus } from '@/components/hooks/use-row-focus.ts';
import { useStable } from '@/components/hooks/use-stable.ts';
import { Icon } from '@/components/ui/icon.tsx';
import { ListHead } from './list-head.tsx';
import { countHeadsBefore, toListItems } from './list-rows.ts';
import { ObservationRow } from './observation-row.tsx';
import { SeverityHead } from './severity-head.tsx';

const none: ReadonlySet<never> = new Set();

/** The rows under the heads of their severities. Only those in view exist; more are asked for as one scrolls. */
export const ObservationList = ({ observations, onOpen }: { observations: Observations; onOpen: () => void }) => {
  const { state, list, rows, heads, listKey, facets, currentKey, stop, selectedCount, selection, wish } = observations;
  const nowMs = useNow() ?? list.updatedAtMs;
  const isPhone = !useMedia('(min-width: 640px)', true);
  const items = useMemo(() => toListItems(rows, heads), [rows, heads]);
  const scroll = useObservationScroll({
    items,
    listKey,
    currentKey,
    isPhone,
    hasMore: list.hasMore,
    more: list.more,
    hasFormer: list.hasFormer,
    former: list.former,
    from: list.from,
    folded: heads?.folded ?? none,
    isOld: list.isOld,
    isWanted: wish !== null,
  });
  useRowFocus(scroll.scroller, currentKey ?? stop?.key ?? null, { wish, drawn: scroll.drawn, onTaken: observations.takeWish });
  const onChoose = useStable(observations.choose);
  const onToggle = useStable(observations.toggle);
  const onOpenCurrent = useStable(onOpen);
  // Rows are counted with the heads and the line of columns above them.
  const before = 2 + list.from + (list.from > 0 ? countHeadsBefore(items, heads) : 0);
  return (
    <div
      role="table"
      aria-label="Observations"
      aria-rowcount={(list.total ?? 0) + (heads?.present.length ?? 0) + 1}
      className="relative flex min-h-0 flex-1 flex-col"
    >
      <ListHead
        view={state.view}
        sort={state.sort}
        order={state.order}
        onSort={observations.sortBy}
        selected={selectedCount === 0 ? 'none' : selection.kind === 'all' || selectedCount === list.total ? 'all' : 'some'}
        onSelect={observations.selectAll}
        onClear={observations.clearSelection}
      />
      <div
        ref={scroll.setScroller}
        role="rowgroup"
        onScroll={scroll.onScroll}
        className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
      >
        <div ref={scroll.sizer} className="relative" role="presentation" style={{ height: scroll.heightPx }}>
          {scroll.drawn.map(({ index, key, start, size }) => {
            const item = items[index];
            return item ? (
              <div
                key={key}
                role="presentation"
                className="absolute inset-x-0 top-0"
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                {item.kind === 'head' ? (
                  <SeverityHead
                    rowIndex={before + index}
                    severity={item.severity}
                    count={facets.facets?.severities.find(({ value }) => value === item.severity)?.count ?? null}
                    folded={item.folded}
                    onFold={() => observations.fold(item.severity)}
                  />
                ) : (
                  <ObservationRow
                    rowIndex={before + index}
                    row={item.row}
                    nowMs={nowMs}
                    isCurrent={item.key === currentKey}
                    isSelected={observations.isSelected(item.key)}
                    isUnread={observations.isUnread(item.row)}
                    isArrived={scroll.arrived.has(item.key)}
                    tabStop={item.key === stop?.key}
                    onChoose={onChoose}
                    onToggle={onToggle}
                    onOpen={onOpenCurrent}
                  />
                )}
              </div>
            ) : null;
          })}
        </div>
      </div>
      {scroll.above > 0 ? (
        <button
          type="button"
          onClick={scroll.goAbove}
          className="absolute top-9 left-1/2 z-10 flex h-7 -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent px-3 text-table font-medium text-onaccent shadow-float max-sm:h-10"
        >
          <Icon of={ArrowUp} />
          {scroll.above} new
        </button>
      ) : null}
    </div>
  );
};
