'use client';
import { FindingCard } from '@/components/findings/finding-card.tsx';
import type { FindingMark } from '@/components/findings/finding-marks.ts';
import { printCount } from '@/lib/print/number.ts';
import { useReplayed } from './replay-context.ts';

type Props = { marks: readonly FindingMark[]; findingKey: string | null };

/** The finding selected with F, and its index. Several may begin at the selected call. */
export const SelectedFinding = ({ marks, findingKey }: Props) => {
  const at = marks.findIndex(({ key }) => key === findingKey);
  const replay = useReplayed();
  const mark = marks[at];
  if (!mark) return null;
  return (
    <section aria-label="Finding" className="flex max-h-[40%] shrink-0 flex-col gap-1 overflow-y-auto border-b border-line p-2">
      <h3 role="status" className="text-fact text-text3">
        Finding {printCount(at + 1)} of {printCount(marks.length)}
      </h3>
      <FindingCard key={mark.key} mark={replay ? replay.toKnown(mark) : mark} ahead={replay !== null && mark.reportedAt > replay.call} />
    </section>
  );
};
