import type { ReactNode } from 'react';

/** A folder on this machine: its path, what is known about it, and what can be done with it. */
export const FolderRow = ({ path, about, mark, children }: { path: string; about: ReactNode; mark?: ReactNode; children: ReactNode }) => (
  <li className="flex min-h-11 items-center gap-3 border-b border-line last:border-0">
    {mark === undefined ? null : <span className="flex w-3 justify-center">{mark}</span>}
    <span className="min-w-0 flex-1">
      <span className="block truncate font-mono text-fact" title={path}>
        {path}
      </span>
      <span className="block text-fact text-text3">{about}</span>
    </span>
    {children}
  </li>
);
