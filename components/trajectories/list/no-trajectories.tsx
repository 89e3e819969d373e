import Link from 'next/link';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { buttonClass } from '@/components/ui/button.tsx';

const command = 'npm run --silent observatory -- import SNAPSHOTS.jsonl';

/** Explains trajectories, and how one comes here. */
export const NoTrajectories = () => (
  <EmptyState
    title="No trajectories"
    actions={
      <Link href="/import" className={buttonClass('primary')}>
        Import snapshots
      </Link>
    }
    facts={
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        or in a terminal
        <span className="flex min-w-0 items-center gap-1 rounded-code border border-line bg-term pl-2">
          <code className="min-w-0 py-1 font-mono text-fact break-words text-text">{command}</code>
          <CopyButton text={command} name="Copy command" small />
        </span>
      </span>
    }
  >
    A trajectory is what a session of weakincentives was after each render of its prompt: a row of snapshots, each with the events so far
    and the state. Import a file with one snapshot a line, as <span className="font-mono">dump_session</span> writes it, or a debug bundle.
    Then this page shows at which render the prompt or the state changed.
  </EmptyState>
);
