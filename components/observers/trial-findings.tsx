import type { TrialSession } from '@/lib/domain/trial.ts';
import { compareSeverity } from '@/lib/session/severity.ts';

type Shown = { category: string; text: string; color: string };

/** Findings of a session now and with the changes, by category: kept, new, of another severity, gone. */
const toShown = ({ before, after }: Pick<TrialSession, 'before' | 'after'>): Shown[] => [
  ...after.map(({ category, severity }): Shown => {
    const was = before.find((one) => one.category === category)?.severity;
    if (was === undefined) return { category, text: `+ ${category}`, color: 'text-high' };
    if (was === severity) return { category, text: category, color: 'text-text3' };
    const color = compareSeverity(severity, was) > 0 ? 'text-high' : 'text-good';
    return { category, text: `${category}: ${was} → ${severity}`, color };
  }),
  ...before
    .filter(({ category }) => !after.some((one) => one.category === category))
    .map(({ category }): Shown => ({ category, text: `− ${category}`, color: 'text-good' })),
];

export const TrialFindings = (session: Pick<TrialSession, 'before' | 'after'>) => (
  <span className="flex flex-wrap gap-x-2 text-fact">
    {toShown(session).map(({ category, text, color }) => (
      <span key={category} className={color}>
        {text}
      </span>
    ))}
  </span>
);
