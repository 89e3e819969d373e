import { CircleQuestionMark, SignalHigh, SignalLow, SignalMedium, type LucideIcon } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';
import type { ConfidenceLevel, Summary } from '@/lib/domain/summary.ts';
import { explainConfidence } from '@/lib/summaries/confidence.ts';

const looks: Record<ConfidenceLevel, { icon: LucideIcon; color: string }> = {
  High: { icon: SignalHigh, color: 'text-good' },
  Medium: { icon: SignalMedium, color: 'text-med' },
  Low: { icon: SignalLow, color: 'text-high' },
  Unknown: { icon: CircleQuestionMark, color: 'text-text3' },
};

type Props = { of: Pick<Summary, 'confidence_level' | 'method' | 'signals' | 'trajectory_count'>; isShort?: boolean };

/** How sure the agent could be of its answer: told by its bars, its color and its word, and why in its tooltip. */
export const ConfidenceMark = ({ of, isShort = false }: Props) => {
  const { confidence_level: level } = of;
  const why = explainConfidence(of);
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1 ${looks[level].color}`}
      title={why === null ? `Confidence: ${level}` : `Confidence: ${level}. ${why}`}
    >
      <Icon of={looks[level].icon} size={12} />
      {isShort ? <span className="sr-only">confidence {level}</span> : <span className="font-medium">{level}</span>}
    </span>
  );
};

/** What the colors of charts mean, of the levels that there are. */
export const ConfidenceLegend = ({ levels }: { levels: readonly ConfidenceLevel[] }) => (
  <ul aria-label="Colors" className="flex shrink-0 gap-2 text-fact text-text2">
    {levels.map((level) => (
      <li key={level} className="flex items-center gap-1">
        <span aria-hidden className={`size-2 rounded-[1px] bg-current ${looks[level].color}`} />
        {level}
      </li>
    ))}
  </ul>
);
