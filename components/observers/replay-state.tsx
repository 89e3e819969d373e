import { Check } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';
import { printCounted } from '@/lib/print/number.ts';

type Props = { unobserved: number; isSaved: boolean; replayed: number | null };

/** Result of the last save or replay; else the number of sessions that wait for their observers. */
export const ReplayState = ({ unobserved, isSaved, replayed }: Props) => {
  const isDone = unobserved === 0 && replayed !== null;
  if (isDone || isSaved)
    return (
      <span role="status" className="flex items-center gap-1.5 text-table text-text2">
        <Icon of={Check} />
        {isDone ? `${printCounted(replayed, 'session')} replayed` : 'Saved'}
      </span>
    );
  if (unobserved === 0 || replayed !== null) return null;
  return (
    <span role="status" className="text-table text-text2">
      {printCounted(unobserved, 'session')} to observe
    </span>
  );
};
