import type { ReactNode } from 'react';

/** Text beside the pointer: a place, and lines about it. */
export const ChartTooltip = ({ title, lines }: { title: string; lines: readonly { key: string; mark?: ReactNode; text: string }[] }) => (
  <div className="flex flex-col rounded-control border border-line bg-panel px-2 py-1 text-fact text-text shadow-float">
    <span className="text-text3">{title}</span>
    {lines.map(({ key, mark, text }) => (
      <span key={key} className="flex items-center gap-1.5 whitespace-nowrap">
        {mark}
        {text}
      </span>
    ))}
  </div>
);
