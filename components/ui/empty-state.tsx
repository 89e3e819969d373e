import type { ReactNode } from 'react';

type Props = { mark?: ReactNode; title: string; children: ReactNode; actions?: ReactNode; facts?: ReactNode; level?: 1 | 2 };

/** Says why there is nothing, and offers one next step. */
export const EmptyState = ({ mark, title, children, actions, facts, level = 2 }: Props) => {
  const Heading = `h${level}` as const;
  return (
    <div className="flex max-w-[620px] flex-col items-start gap-3 p-6">
      {mark}
      <Heading className="text-title">{title}</Heading>
      <div className="max-w-[400px] text-read break-words text-text2">{children}</div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      {facts ? <div className="max-w-full text-table text-text3">{facts}</div> : null}
    </div>
  );
};
