'use client';
import { useFindMarks } from './find-context.ts';
import { splitMarks } from './find-marks.ts';

/** Text in which what is looked for is marked. */
export const Marked = ({ text }: { text: string }) => {
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
