import { Check } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';
import { ProgressBar } from '@/components/ui/progress-bar.tsx';
import { printCounted } from '@/lib/print/number.ts';

type Props = { unobserved: number; isSaved: boolean; replayed: number | null };

/** Sessions that wait for their observers; after a replay was asked for, how many of those that it concerns are done. */
export const ReplayState = ({ unobserved, isSaved, replayed }: Props) => {
  if (unobserved === 0) {
    if (replayed === null && !isSaved) return null;
    return (
      <span role="status" className="flex items-center gap-1.5 text-table text-text2">
        <Icon of={Check} />
        {replayed === null ? 'Saved' : `${printCounted(replayed, 'session')} replayed`}
      </span>
    );
  }
  const all = Math.max(unobserved, replayed ?? 0);
  return (
    <span role="status" className="flex items-center gap-2 text-table text-text2">
      {replayed === null ? '' : 'Replaying: '}
      {printCounted(unobserved, 'session')} to look at
      <ProgressBar name="Sessions looked at" share={(all - unobserved) / all} className="h-2 w-24" />
    </span>
  );
};
