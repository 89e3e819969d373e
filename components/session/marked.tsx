'use client';
import type { ComponentProps } from 'react';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { useFindMarks } from './find-context.ts';
import { splitMarks } from './find-marks.ts';

/** Text in which secrets and what is looked for are marked. */
export const Marked = (props: Omit<ComponentProps<typeof SecretText>, 'render'>) => (
  <SecretText {...props} render={(part) => <FindMarked text={part} />} />
);

const FindMarked = ({ text }: { text: string }) => {
  const { pattern } = useFindMarks();
  if (pattern === null) return text;
  return splitMarks(text, pattern).map((part, at) =>
    part.marked ? (
      <mark key={at} className="rounded-chip bg-mark font-semibold text-text">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
};
