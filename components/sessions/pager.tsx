import { Button } from '@/components/ui/button.tsx';
import { printCount } from '@/lib/print/number.ts';

type Props = { page: number; size: number; shown: number; total: number; hasNext: boolean; onPrevious: () => void; onNext: () => void };

/** The position in the list, and the previous and next page. */
export const Pager = ({ page, size, shown, total, hasNext, onPrevious, onNext }: Props) => {
  const first = (page - 1) * size + 1;
  if (total === 0) return null;
  return (
    <nav
      aria-label="Pages of the list"
      className="flex h-9 shrink-0 items-center gap-2 border-t border-line bg-panel px-3 text-table text-text3"
    >
      <span>
        {printCount(first)}–{printCount(first + shown - 1)} of {printCount(total)}
      </span>
      <span className={total > size ? 'ml-auto flex gap-2' : 'hidden'}>
        <Button size="small" onClick={onPrevious} refused={page === 1 ? 'This is the first page' : null}>
          Previous
        </Button>
        <Button size="small" onClick={onNext} refused={hasNext ? null : 'This is the last page'}>
          Next
        </Button>
      </span>
    </nav>
  );
};
