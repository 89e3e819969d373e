import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import type { Outcome } from '@/lib/domain/outcome.ts';

const shown: Outcome[] = ['interrupted', 'error', 'rejected', 'denied', 'unknown', 'running', 'ok'];

/** Legend of the outcome marks. */
export const MarkLegend = () => (
  <ul
    aria-label="Marks"
    className="grid shrink-0 grid-cols-[auto_auto_auto] justify-between gap-x-2 gap-y-1 border-t border-line px-3 py-2 text-fact text-text2"
  >
    {shown.map((outcome) => (
      <li key={outcome} className="flex items-center gap-1">
        <span aria-hidden className="flex w-3.5 justify-center">
          <OutcomeMark outcome={outcome} />
        </span>
        {outcome}
      </li>
    ))}
  </ul>
);
