import { CircleQuestionMark } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';
import type { ConfidenceLevel, Summary } from '@/lib/domain/summary.ts';
import { explainConfidence } from '@/lib/summaries/confidence.ts';

/** `bars`: how many of three are filled; 0: a question mark stands for them. */
const looks: Record<ConfidenceLevel, { bars: number; color: string }> = {
  High: { bars: 3, color: 'text-good' },
  Medium: { bars: 2, color: 'text-med' },
  Low: { bars: 1, color: 'text-high' },
  Unknown: { bars: 0, color: 'text-text3' },
};

/** Those that are not filled are outlined, so that the mark of a low level is no smaller than the others. */
const Bars = ({ filled }: { filled: number }) => (
  <svg aria-hidden width={12} height={12} viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth={0.9} className="shrink-0">
    {[5, 7.5, 10].map((height, at) => (
      <rect
        key={height}
        x={0.5 + at * 4.3}
        y={11.5 - height}
        width={2.2}
        height={height}
        rx={0.4}
        fill={at < filled ? 'currentColor' : 'none'}
      />
    ))}
  </svg>
);

type Props = { of: Pick<Summary, 'confidence_level' | 'method' | 'signals' | 'trajectory_count'>; isShort?: boolean };

/** How sure the agent could be of its answer: told by its bars, its color and its word, and why in its tooltip. */
export const ConfidenceMark = ({ of, isShort = false }: Props) => {
  const { confidence_level: level } = of;
  const { bars, color } = looks[level];
  const why = explainConfidence(of);
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1 ${color}`}
      title={why === null ? `Confidence: ${level}` : `Confidence: ${level}. ${why}`}
    >
      {bars === 0 ? <Icon of={CircleQuestionMark} size={12} /> : <Bars filled={bars} />}
      {isShort ? <span className="sr-only">confidence {level}</span> : <span className="font-medium">{level}</span>}
    </span>
  );
};

/** Legend of the chart colors, for the levels that occur. */
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
