'use client';
import { Fragment, type ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';

/** The divider between two panes, moved by dragging or arrow keys. `name`: its accessible name. */
const PaneDivider = ({ name }: { name: string }) => (
  <Separator
    className="w-px bg-line outline-offset-0 transition-colors data-[separator=active]:bg-accent data-[separator=hover]:bg-accentline"
    aria-label={name}
  />
);

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
