import type { ReactNode } from 'react';

type Props = { mark?: ReactNode; title: string; children: ReactNode; actions?: ReactNode; facts?: ReactNode };

/** Says why there is nothing, and offers one next step. */
export const EmptyState = ({ mark, title, children, actions, facts }: Props) => (
  <div className="flex max-w-[440px] flex-col items-start gap-3 p-6">
    {mark}
    <h2 className="text-title">{title}</h2>
    <div className="text-read text-text2">{children}</div>
    {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    {facts ? <div className="text-table text-text3">{facts}</div> : null}
  </div>
);
