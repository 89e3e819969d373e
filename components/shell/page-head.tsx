import type { ReactNode } from 'react';

/** 44 px under the top bar: the page's title, a sentence, its actions. */
export const PageHead = ({ title, about, children }: { title: string; about: ReactNode; children?: ReactNode }) => (
  <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-panel px-3 py-1.5">
    <h1 className="text-title">{title}</h1>
    <p className="min-w-0 flex-1 basis-24 truncate text-table text-text3">{about}</p>
    <div className="flex max-w-full items-center gap-2">{children}</div>
  </div>
);
