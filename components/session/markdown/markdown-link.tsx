'use client';
import type { ReactNode } from 'react';
import { Marked } from '@/components/session/marked.tsx';
import { useRowTabStop } from '@/components/session/rows/row-tab-stop.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const webAddress = /^(?:https?:\/\/|mailto:)/iu;

/** `isBare`: the text is the target. */
type Props = { href: string; isBare?: boolean; children: ReactNode };

/** A link with its target written out, so that it is known before it is opened. Only web addresses can be opened; the rest is text. */
export const MarkdownLink = ({ href, isBare = false, children }: Props) => {
  const tabStop = useRowTabStop();
  const link = webAddress.test(href) ? (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener nofollow"
      tabIndex={tabStop}
      className="text-accent underline decoration-accentline underline-offset-2 hover:decoration-accent"
    >
      {children}
    </a>
  ) : (
    children
  );
  if (isBare) return link;
  return (
    <>
      {link}{' '}
      <span className="font-mono text-fact break-all text-text3">
        (<Marked text={toVisibleText(href)} />)
      </span>
    </>
  );
};
