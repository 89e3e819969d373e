import { History } from 'lucide-react';
import type { Observers } from './use-observers.ts';
import { Button } from '@/components/ui/button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { Icon } from '@/components/ui/icon.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import { ProgressBar } from '@/components/ui/progress-bar.tsx';
import { printCount, printCounted } from '@/lib/print/number.ts';

const Offer = ({ replay: { sessions, isRunning, error, run } }: Pick<Observers, 'replay'>) => (
  <>
    <p className="min-w-0 flex-1 basis-56">
      <strong role="status" className="font-semibold">
        {printCounted(sessions, 'session')} {sessions === 1 ? 'was' : 'were'} assessed with other parameters.
      </strong>{' '}
      <span className="text-text2">Their findings stay unchanged until {sessions === 1 ? 'it is' : 'they are'} replayed.</span>
      {error ? (
        <span role="alert" className="block text-high">
          {error.message}
        </span>
      ) : null}
    </p>
    <Button refused={isRunning ? 'Starting' : null} onClick={run}>
      {sessions === 1 ? 'Replay' : 'Replay all'}
      <span className="pointer-coarse:hidden">
        <Kbd>P</Kbd>
      </span>
    </Button>
  </>
);

const Progress = ({ left, all }: { left: number; all: number }) => (
  <>
    <p className="min-w-0 flex-1 basis-56" role="status">
      <strong className="font-semibold">Replaying</strong>{' '}
      <span className="text-text2">
        {printCount(all - left)} of {printCounted(all, 'session')}
      </span>
    </p>
    <ProgressBar name="Sessions replayed" share={(all - left) / all} className="h-2 w-40 max-sm:w-full" />
  </>
);

type Props = Pick<Observers, 'replay' | 'replayed'> & { unobserved: number; className?: string };

/**
 * Docked at the foot while sessions were assessed with other parameters than those that hold, which stay so until somebody wants them
 * replayed; then how far that is.
 */
export const ReplayBar = ({ replay, replayed, unobserved, className }: Props) => {
  const isReplaying = replayed !== null && unobserved > 0;
  if (replay.sessions === 0 && !isReplaying) return null;
  return (
    <section
      aria-label="Replay"
      className={cx('flex min-h-11 items-center gap-2 border-t border-line bg-panel px-3 py-2 text-table', className)}
    >
      <Icon of={History} className="mt-0.5 self-start text-accent sm:mt-0 sm:self-center" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        {replay.sessions > 0 ? <Offer replay={replay} /> : <Progress left={unobserved} all={Math.max(unobserved, replayed ?? 0)} />}
      </div>
    </section>
  );
};
