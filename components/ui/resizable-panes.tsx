'use client';
import { Fragment, type ReactNode } from 'react';
import { Group, Panel, useDefaultLayout } from 'react-resizable-panels';
import { PaneDivider } from './pane-divider.tsx';

/** A pane with a `defaultSize` keeps its width when the window changes; the others share the rest. Sizes in px. */
export type Pane = {
  id: string;
  content: ReactNode;
  minSize: number;
  defaultSize?: number;
  maxSize?: number;
};

type Props = {
  id: string;
  panes: readonly Pane[];
  /** Names of the dividers between them. */
  dividers: readonly string[];
};

/** Panes side by side whose dividers can be dragged; this browser remembers the widths under `id`. */
export const ResizablePanes = ({ id, panes, dividers }: Props) => {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id,
    panelIds: panes.map((pane) => pane.id),
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  });
  return (
    <Group id={id} defaultLayout={defaultLayout} onLayoutChanged={onLayoutChanged} className="h-full">
      {panes.map(({ content, ...pane }, at) => (
        <Fragment key={pane.id}>
          {at > 0 ? <PaneDivider name={dividers[at - 1] ?? ''} /> : null}
          <Panel {...pane} {...(pane.defaultSize !== undefined && { groupResizeBehavior: 'preserve-pixel-size' as const })}>
            {content}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
};
