import Link from 'next/link';
import type { ReactNode } from 'react';
import { toSearchHref } from './edit-query.ts';

type Props = {
  q: string;
  isFlat?: boolean;
  /** Instead of a navigation, which what was typed a moment ago would overtake. */
  onOpen: (q: string, isFlat: boolean) => void;
  className: string;
  children: ReactNode;
};

/** A link to another query of this page; it opens in a new tab like any other. */
export const QueryLink = ({ q, isFlat = false, onOpen, className, children }: Props) => (
  <Link
    href={toSearchHref(q, isFlat)}
    prefetch={false}
    className={className}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      onOpen(q, isFlat);
    }}
  >
    {children}
  </Link>
);
