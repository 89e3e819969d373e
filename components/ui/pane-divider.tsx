import { Separator } from 'react-resizable-panels';

/** Between two panes: dragged, or moved by arrows. `name` says whose width it changes. */
export const PaneDivider = ({ name }: { name: string }) => (
  <Separator
    className="w-px bg-line outline-offset-0 transition-colors data-[separator=active]:bg-accent data-[separator=hover]:bg-accentline"
    aria-label={name}
  />
);
