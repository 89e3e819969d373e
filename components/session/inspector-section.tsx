'use client';
import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button.tsx';

type Props = { title: string; about?: string; copy?: string; children: ReactNode };

/** A titled text of the inspector with its copy button. */
export const InspectorSection = ({ title, about, copy, children }: Props) => (
  <section aria-label={title} className="border-t border-line px-3 pt-1 pb-3">
    <header className="flex h-8 items-center gap-2 text-table">
      <h3 className="font-semibold">{title}</h3>
      <span className="min-w-0 flex-1 truncate text-fact text-text3">{about}</span>
      {copy === undefined ? null : <CopyButton text={copy} name={`Copy ${title.toLowerCase()}`} small />}
    </header>
    <div className="overflow-hidden rounded-code border border-line bg-term">{children}</div>
  </section>
);
