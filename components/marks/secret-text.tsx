'use client';
import { Fragment, useMemo, type ReactNode } from 'react';
import { findMarked, type Within } from './find-marked.ts';

type Part = { text: string; rule: string | null };

const splitSecrets = (text: string, { whole, from: offset }: Within): Part[] => {
  const parts: Part[] = [];
  let from = 0;
  for (const { start, end, rule } of findMarked(whole)) {
    const [first, behind] = [Math.max(0, start - offset), Math.min(text.length, end - offset)];
    if (first >= behind) continue;
    parts.push({ text: text.slice(from, first), rule: null }, { text: text.slice(first, behind), rule });
    from = behind;
  }
  return [...parts, { text: text.slice(from), rule: null }];
};

const renderText = (text: string): ReactNode => text;

type Props = { text: string; within?: Within; render?: (text: string) => ReactNode };

/** Text as stored, in which everything that is redacted outside of this page is underlined. `render`: how each part is drawn. */
export const SecretText = ({ text, within, render = renderText }: Props) => {
  const { whole, from } = within ?? { whole: text, from: 0 };
  const parts = useMemo(() => splitSecrets(text, { whole, from }), [text, whole, from]);
  if (parts.length === 1) return render(text);
  return parts.map((part, at) =>
    part.rule === null ? (
      <Fragment key={at}>{render(part.text)}</Fragment>
    ) : (
      <span
        key={at}
        data-secret={part.rule}
        title={`Secret (${part.rule}): shown here as stored, redacted in everything that is sent`}
        className="underline decoration-med decoration-dotted decoration-2 underline-offset-2"
      >
        {render(part.text)}
      </span>
    ),
  );
};
