import type { CohortAnswer } from '@/lib/domain/cohort.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

/** How many turns a group has; opens their list. */
export const GroupLink = ({ group: { label, turns }, onOpen }: { group: CohortAnswer['a']; onOpen: () => void }) =>
  turns === 0 ? (
    <span>no turns</span>
  ) : (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`List ${printCounted(turns, 'turn')}: ${toVisibleText(label)}`}
      className="rounded-chip text-accent hover:underline pointer-coarse:py-1"
    >
      {printCounted(turns, 'turn')}
    </button>
  );
