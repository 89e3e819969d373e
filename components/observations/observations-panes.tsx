'use client';
import type { ReactNode } from 'react';
import { useMedia } from '@/components/hooks/use-media.ts';
import { ResizablePanes } from '@/components/ui/resizable-panes.tsx';

type Props = {
  facets: ReactNode;
  list: ReactNode;
  detail: ReactNode;
  /** Facets and detail are next to the list; else the detail covers its right part, or replaces it. */
  hasPane: boolean;
  isBeside: boolean;
  showsDetail: boolean;
};

const ThreePanes = ({ facets, list, detail }: Pick<Props, 'facets' | 'list' | 'detail'>) => {
  const isWide = useMedia('(min-width: 1440px)', true);
  return (
    <ResizablePanes
      id="observations"
      panes={[
        { id: 'facets', content: facets, defaultSize: 204, minSize: 180, maxSize: 300 },
        { id: 'list', content: list, minSize: 520 },
        { id: 'detail', content: detail, defaultSize: isWide ? 448 : 380, minSize: 380, maxSize: 640 },
      ]}
      dividers={['Resize filters', 'Resize details']}
    />
  );
};

/** Facets, list and detail as the width allows: three panes, a list with a sheet over it, or one after the other. */
export const ObservationsPanes = ({ facets, list, detail, hasPane, isBeside, showsDetail }: Props) => (
  <div className="relative min-h-0 flex-1">
    {hasPane ? (
      <ThreePanes facets={facets} list={list} detail={detail} />
    ) : (
      <>
        {showsDetail && !isBeside ? null : <div className={showsDetail ? 'h-full pr-[380px]' : 'h-full'}>{list}</div>}
        {showsDetail ? (
          <div className={isBeside ? 'absolute inset-y-0 right-0 z-20 w-[380px] border-l border-line shadow-float' : 'h-full'}>
            {detail}
          </div>
        ) : null}
      </>
    )}
  </div>
);
