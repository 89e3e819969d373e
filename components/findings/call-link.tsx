'use client';
import Link from 'next/link';
import { use, type MouseEvent, type ReactNode } from 'react';
import { CallNavigationContext } from './call-navigation.ts';

type Props = { call: number; tabIndex?: number; className?: string; children?: ReactNode };

/** `#45` as a link to the call in its timeline. */
export const CallLink = ({ call, tabIndex, className = '', children }: Props) => {
  const { hrefOf, onCall } = use(CallNavigationContext);
  const onClick = (event: MouseEvent) => {
    if (!onCall || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onCall(call);
  };
  return (
    <Link href={hrefOf(call)} prefetch={false} tabIndex={tabIndex} onClick={onClick} className={`text-accent hover:underline ${className}`}>
      {children ?? `#${call}`}
    </Link>
  );
};

/** `#45–#51`, a link to each end; one number where they are the same. */
export const CallRangeLink = ({ from, to, tabIndex }: { from: number; to: number; tabIndex?: number }) => (
  <span className="shrink-0 whitespace-nowrap">
    <CallLink call={from} tabIndex={tabIndex} />
    {to === from ? null : (
      <>
        <span className="font-sans text-text3">–</span>
        <CallLink call={to} tabIndex={tabIndex} />
      </>
    )}
  </span>
);
