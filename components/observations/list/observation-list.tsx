'use client';
import { useMemo } from 'react';
import { useArrivalFocus } from './use-arrival-focus.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import { useMedia } from '@/components/hooks/use-media.ts';
import { useObservationScroll } from './use-observation-scroll.ts';
import type { Observations } from '@/components/observations/use-observations.ts';
import type { ObservationsState } from '@/components/observations/use-observations-state.ts';
import { useRowFocus } from '@/components/hooks/use-row-focus.ts';
import { useStable } from '@/components/hooks/use-stable.ts';
import { ListHead } from './list-head.tsx';
import { countHeadsBefore, toListItems } from '@/components/observations/list-rows.ts';
import { NewAbove } from './new-above.tsx';
import { ObservationRow } from './observation-row.tsx';
import { SeverityHead } from './severity-head.tsx';

const none: ReadonlySet<never> = new Set();

type Props = {
  url: Pick<ObservationsState, 'state' | 'sortBy'>;
  list: Observations['list'];
  current: Pick<Observations['current'], 'key' | 'choose'>;
  selection: Observations['selection'];
  focus: Observations['focus'];
  onOpen: () => void;
  /** Px at the list's foot that something lies over. */
  coveredPx: number;
};

/** The rows under their severity heads, virtualized; more are loaded while scrolling. */
export const ObservationList = ({ url: { state, sortBy }, list, current, selection, focus, onOpen, coveredPx }: Props) => {
  const { rows, heads, listKey, counts } = list;
  const currentKey = current.key;
  const { stop } = focus;
  const { wish, take } = useArrivalFocus({ at: state.at, currentKey }, focus);
  const nowMs = useNow() ?? list.updatedAtMs;
  const isPhone = !useMedia('(min-width: 640px)', true);
  const items = useMemo(() => toListItems(rows, heads), [rows, heads]);
  const scroll = useObservationScroll({
    ...{ items, listKey, currentKey, isPhone, coveredPx },
    ...{ hasMore: list.hasMore, more: list.more, hasFormer: list.hasFormer, former: list.former, from: list.from },
    collapsed: heads?.collapsed ?? none,
    isOld: list.isOld,
    isWanted: wish !== null,
  });
  useRowFocus(scroll.scroller, currentKey ?? stop?.key ?? null, { wish, drawn: scroll.drawn, onTaken: take });
  const onChoose = useStable(current.choose);
  const onToggle = useStable(selection.toggle);
  /** While the focus is on its way to the current row, Enter means that one, wherever it is pressed. */
  const onEnter = useStable((key: string): boolean => {
    const isMeant = key === currentKey || wish !== null;
    if (isMeant) onOpen();
    return isMeant;
  });
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
        onSort={sortBy}
        selected={selection.count === 0 ? 'none' : selection.selection.kind === 'all' || selection.count === list.total ? 'all' : 'some'}
        hasCollapsed={list.hasCollapsed}
        onSelect={selection.selectAll}
        onClear={selection.clear}
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
                    count={counts.find(({ value }) => value === item.severity)?.count ?? null}
                    collapsed={item.collapsed}
                    onCollapse={() => {
                      scroll.hold(item.key);
                      list.toggleSeverity(item.severity);
                    }}
                  />
                ) : (
                  <ObservationRow
                    rowIndex={before + index}
                    row={item.row}
                    nowMs={nowMs}
                    isCurrent={item.key === currentKey}
                    isSelected={selection.isSelected(item.key)}
                    isUnread={list.isUnread(item.row)}
                    isArrived={scroll.arrived.has(item.key)}
                    tabStop={item.key === stop?.key}
                    onChoose={onChoose}
                    onToggle={onToggle}
                    onEnter={onEnter}
                  />
                )}
              </div>
            ) : null;
          })}
        </div>
      </div>
      {scroll.above > 0 ? <NewAbove count={scroll.above} onShow={scroll.goAbove} /> : null}
    </div>
  );
};
