import { History } from 'lucide-react';
import type { Observers } from '@/components/hooks/use-observers.ts';
import { Button } from '@/components/ui/button.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import { printCounted } from '@/lib/print/number.ts';

/** Sessions that were assessed with other parameters than those that hold now: they stay so until somebody wants them replayed. */
export const ReplayOffer = ({ replay: { sessions, isRunning, error, run } }: Pick<Observers, 'replay'>) => (
  <section
    aria-label="Replay"
    className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-panel px-3 py-2 text-table"
  >
    <p className="grid min-w-0 flex-1 basis-60 grid-cols-[20px_1fr] items-start">
      <span className="mt-0.5 text-accent">
        <Icon of={History} />
      </span>
      <span>
        <strong role="status" className="font-semibold">
          {printCounted(sessions, 'session')} {sessions === 1 ? 'was' : 'were'} assessed with other parameters.
        </strong>{' '}
        <span className="text-text2">What was found stays as it is until {sessions === 1 ? 'it is' : 'they are'} replayed.</span>
        {error ? (
          <span role="alert" className="block text-high">
            {error.message}
          </span>
        ) : null}
      </span>
    </p>
    <Button refused={isRunning ? 'Being asked for' : null} onClick={run}>
      {sessions === 1 ? 'Replay it' : 'Replay them'}
      <span className="pointer-coarse:hidden">
        <Kbd>P</Kbd>
      </span>
    </Button>
  </section>
);
