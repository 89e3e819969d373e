import type { TreeChange } from '@/lib/domain/snapshot-tree.ts';
import { printCount } from '@/lib/print/number.ts';

export const changeSigns: Record<TreeChange['kind'], { sign: string; color: string }> = {
  added: { sign: '+', color: 'text-good' },
  removed: { sign: '−', color: 'text-high' },
  changed: { sign: '±', color: 'text-text2' },
};

/** `+3 added −1 removed`; counts of 0 are left out. */
export const ChangeCounts = ({ counts }: { counts: Readonly<Record<TreeChange['kind'], number>> }) =>
  (['added', 'removed', 'changed'] as const).map((kind) =>
    counts[kind] === 0 ? null : (
      <span key={kind} className={`whitespace-nowrap ${changeSigns[kind].color}`}>
        <span aria-hidden className="font-semibold">
          {changeSigns[kind].sign}
        </span>
        {printCount(counts[kind])} {kind}
      </span>
    ),
  );
