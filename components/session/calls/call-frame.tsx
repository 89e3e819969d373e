import type { ReactNode } from 'react';

/** The card under a call's line, set in so that the columns of the line stay free. */
export const CallFrame = ({ children }: { children: ReactNode }) => (
  <div className="mr-3 mb-1.5 ml-[calc(var(--index)+39px)] overflow-hidden rounded-code border border-line bg-term max-sm:mx-2">
    {children}
  </div>
);
