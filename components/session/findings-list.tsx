'use client';
import { FindingCard } from '@/components/findings/finding-card.tsx';
import type { FindingMark } from '@/components/findings/finding-marks.ts';

/** All findings of a session in the order of their calls. */
export const FindingsList = ({ marks, replayCall }: { marks: readonly FindingMark[]; replayCall: number | null }) => (
  <ul aria-label="Findings" className="flex h-full flex-col gap-2 overflow-y-auto bg-panel p-3">
    {marks.map((mark) => (
      <li key={mark.key}>
        <FindingCard mark={mark} ahead={replayCall !== null && mark.saidAt > replayCall} />
      </li>
    ))}
  </ul>
);
