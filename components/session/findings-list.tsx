'use client';
import { FindingCard } from '@/components/findings/finding-card.tsx';
import type { FindingMark } from '@/components/findings/finding-marks.ts';
import { useReplayed } from './replay-context.ts';

/** All findings of a session in the order of their calls. */
export const FindingsList = ({ marks }: { marks: readonly FindingMark[] }) => {
  const replay = useReplayed();
  return (
    <ul aria-label="Findings" className="flex h-full flex-col gap-2 overflow-y-auto bg-panel p-3">
      {marks.map((mark) => (
        <li key={mark.key}>
          <FindingCard mark={replay ? replay.toKnown(mark) : mark} ahead={replay !== null && mark.reportedAt > replay.call} />
        </li>
      ))}
    </ul>
  );
};
