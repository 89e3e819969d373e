'use client';
import { useMemo } from 'react';
import { findMarked } from './find-marked.ts';

const countRules = (text: string): string[] => {
  const counts = new Map<string, number>();
  for (const { rule } of findMarked(text)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].map(([rule, count]) => (count === 1 ? rule : `${rule} (${count})`));
};

/** The rules of the secrets in a text, in words: the marks on the text itself name theirs only to a mouse. Nothing where there are none. */
export const SecretNote = ({ text, className = '' }: { text: string; className?: string }) => {
  const rules = useMemo(() => countRules(text), [text]);
  if (rules.length === 0) return null;
  return (
    <p role="note" className={`text-fact break-words text-text2 ${className}`}>
      <span className="underline decoration-med decoration-dotted decoration-2 underline-offset-2">Secrets</span>: {rules.join(', ')}. Shown
      as stored, redacted in everything that is sent.
    </p>
  );
};
