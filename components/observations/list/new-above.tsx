import { ArrowUp } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';

/** How many arrived above what is in view, and the way to them. */
export const NewAbove = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <button
    type="button"
    onClick={onShow}
    className="absolute top-9 left-1/2 z-10 flex h-7 -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent px-3 text-table font-medium text-onaccent shadow-float max-sm:h-10"
  >
    <Icon of={ArrowUp} />
    {count} new
  </button>
);
