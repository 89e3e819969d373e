import { printCount } from '@/lib/print/number.ts';

/** At the foot of the list: how many more would match that are archived. */
export const OutOfSightFoot = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <p className="flex min-h-7 shrink-0 items-center gap-1.5 border-t border-line px-3 text-table text-text3">
    {printCount(count)} archived ·{' '}
    <button type="button" onClick={onShow} className="rounded-chip text-accent hover:underline pointer-coarse:min-h-8">
      Show
    </button>
  </p>
);
