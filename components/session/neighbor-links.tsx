import Link from 'next/link';
import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';

const Neighbor = ({ id, icon, name, keys }: { id: string | null; icon: LucideIcon; name: string; keys: string }) =>
  id === null ? null : (
    <Tooltip text={name} keys={keys}>
      <Link
        href={`/sessions/${id}`}
        prefetch={false}
        aria-label={name}
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-control text-text2 transition-colors hover:bg-hover hover:text-text pointer-coarse:size-10"
      >
        <Icon of={icon} />
      </Link>
    </Tooltip>
  );

/** The sessions next to one, above and below it in the list by start. */
export const NeighborLinks = ({ session: { newerId, olderId } }: { session: SessionDetail }) => (
  <span className="flex shrink-0 items-center">
    <Neighbor id={newerId} icon={ChevronUp} name="Newer session" keys="⇧N" />
    <Neighbor id={olderId} icon={ChevronDown} name="Older session" keys="N" />
  </span>
);
