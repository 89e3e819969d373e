'use client';
import { useMemo } from 'react';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { SearchHit } from '@/lib/domain/search.ts';
import { splitExcerpt } from './split-excerpt.ts';

/** Blank lines would take the room of those with text. Each part is made visible by itself, so that ranges stay right. */
const show = (text: string): string => toVisibleText(text).replace(/\n\s*\n/gu, '\n');

/** The part of a record that matches, with the matches marked. */
export const HitExcerpt = ({ excerpt, ranges }: Pick<SearchHit, 'excerpt' | 'ranges'>) => {
  const parts = useMemo(() => splitExcerpt(excerpt, ranges), [excerpt, ranges]);
  return parts.map(({ text, from, isMatch }) => {
    const shown = <SecretText key={from} text={text} within={{ whole: excerpt, from }} render={show} />;
    return isMatch ? (
      <mark key={from} className="rounded-chip bg-mark font-semibold text-text">
        {shown}
      </mark>
    ) : (
      shown
    );
  });
};
