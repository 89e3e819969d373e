import Link from 'next/link';
import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { useNeighbors } from './use-neighbors.ts';

const place = 'inline-flex size-7 shrink-0 items-center justify-center pointer-coarse:size-10';

const Neighbor = ({ href, icon, name, keys }: { href: string | null; icon: LucideIcon; name: string; keys: string }) =>
  href === null ? (
    // The other one stays where it is, under the pointer that clicks it.
    <span aria-hidden className={`${place} text-text3 opacity-40`}>
      <Icon of={icon} />
    </span>
  ) : (
    <Tooltip text={name} keys={keys}>
      <Link
        href={href}
        prefetch={false}
        aria-label={name}
        className={`${place} rounded-control text-text2 transition-colors hover:bg-hover hover:text-text`}
      >
        <Icon of={icon} />
      </Link>
    </Tooltip>
  );

/** The sessions next to one, above and below it in the list that it was opened from. */
export const NeighborLinks = ({ id }: { id: string }) => {
  const { previous, next, isListed } = useNeighbors(id);
  return (
    <span className="flex shrink-0 items-center">
      <Neighbor href={previous} icon={ChevronUp} name={isListed ? 'Previous session in the list' : 'Newer session'} keys="⇧N" />
      <Neighbor href={next} icon={ChevronDown} name={isListed ? 'Next session in the list' : 'Older session'} keys="N" />
    </span>
  );
};
