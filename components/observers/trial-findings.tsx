import type { TrialSession } from '@/lib/domain/trial.ts';
import { compareSeverity } from '@/lib/session/severity.ts';

type Shown = { category: string; text: string; colour: string };

/** What is found in a session now and would be then, by category: what stays, what comes, what turns, what goes. */
const toShown = ({ before, after }: Pick<TrialSession, 'before' | 'after'>): Shown[] => [
  ...after.map(({ category, severity }): Shown => {
    const was = before.find((one) => one.category === category)?.severity;
    if (was === undefined) return { category, text: `+ ${category}`, colour: 'text-high' };
    if (was === severity) return { category, text: category, colour: 'text-text3' };
    const colour = compareSeverity(severity, was) > 0 ? 'text-high' : 'text-good';
    return { category, text: `${category}: ${was} → ${severity}`, colour };
  }),
  ...before
    .filter(({ category }) => !after.some((one) => one.category === category))
    .map(({ category }): Shown => ({ category, text: `− ${category}`, colour: 'text-good' })),
];

export const TrialFindings = (session: Pick<TrialSession, 'before' | 'after'>) => (
  <span className="flex flex-wrap gap-x-2 text-fact">
    {toShown(session).map(({ category, text, colour }) => (
      <span key={category} className={colour}>
        {text}
      </span>
    ))}
  </span>
);
