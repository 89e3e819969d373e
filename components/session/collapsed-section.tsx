'use client';
import type { ReactNode } from 'react';
import { Chevron } from '@/components/ui/chevron.tsx';

type Props = { title: string; about: ReactNode; open: boolean; onOpen: (open: boolean) => void; children: ReactNode };

/** A collapsible section of the inspector, with a summary next to its title. */
export const CollapsedSection = ({ title, about, open, onOpen, children }: Props) => (
  <section aria-label={title} className="border-b border-line text-table">
    <button
      type="button"
      aria-expanded={open}
      onClick={() => onOpen(!open)}
      className="row-focus flex min-h-9 w-full items-center gap-2 px-3 text-left"
    >
      <Chevron open={open} />
      <span className="shrink-0 font-semibold">{title}</span>
      <span className="min-w-0 truncate text-fact text-text3">{about}</span>
    </button>
    {open ? <div className="px-3 pb-3">{children}</div> : null}
  </section>
);
