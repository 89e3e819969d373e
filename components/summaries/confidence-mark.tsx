import { CircleQuestionMark, SignalHigh, SignalLow, SignalMedium, type LucideIcon } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';
import type { ConfidenceLevel } from '@/lib/domain/summary.ts';

const looks: Record<ConfidenceLevel, { icon: LucideIcon; color: string }> = {
  High: { icon: SignalHigh, color: 'text-good' },
  Medium: { icon: SignalMedium, color: 'text-med' },
  Low: { icon: SignalLow, color: 'text-high' },
  Unknown: { icon: CircleQuestionMark, color: 'text-text3' },
};

/** How sure the agent could be of its answer: told by its bars, its color and its word. */
export const ConfidenceMark = ({ level, isShort = false }: { level: ConfidenceLevel; isShort?: boolean }) => (
  <span className={`inline-flex shrink-0 items-center gap-1 ${looks[level].color}`} title={`Confidence: ${level}`}>
    <Icon of={looks[level].icon} size={12} />
    {isShort ? <span className="sr-only">confidence {level}</span> : <span className="font-medium">{level}</span>}
  </span>
);
