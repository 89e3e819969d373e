import type { ReactNode } from 'react';

type Props = { title: string; about: ReactNode; /** They name the page in place of its title. */ tabs?: ReactNode; children?: ReactNode };

/** 44 px under the top bar: the page's title, a sentence, its actions. */
export const PageHead = ({ title, about, tabs, children }: Props) => (
  <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-panel px-3 py-1.5">
    <h1 className={tabs === undefined ? 'text-title' : 'sr-only'}>{title}</h1>
    {tabs}
    <p className="min-w-0 flex-1 basis-24 truncate text-table text-text3">{about}</p>
    <div className="flex max-w-full items-center gap-2">{children}</div>
  </div>
);
