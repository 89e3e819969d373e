'use client';
import { Fragment, useMemo, type ReactNode } from 'react';
import { findSecrets } from '@/lib/redaction/find-secrets.ts';

/** Longer texts are marked up to here: finding takes about 0.1 s per million characters. */
export const maxMarkedChars = 500_000;

type Part = { text: string; rule: string | null };

const splitSecrets = (text: string): Part[] => {
  const parts: Part[] = [];
  let from = 0;
  for (const { start, end, rule } of findSecrets(text.slice(0, maxMarkedChars))) {
    parts.push({ text: text.slice(from, start), rule: null }, { text: text.slice(start, end), rule });
    from = end;
  }
  return [...parts, { text: text.slice(from), rule: null }];
};

const renderText = (text: string): ReactNode => text;

/** Text as stored, in which everything that is redacted outside of this page is underlined. `render`: how each part is drawn. */
export const SecretText = ({ text, render = renderText }: { text: string; render?: (text: string) => ReactNode }) => {
  const parts = useMemo(() => splitSecrets(text), [text]);
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
