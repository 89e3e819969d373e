import Link from 'next/link';
import { Button, buttonClass } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';

/** Next step while no turn was given examples. */
export const NoExamplesYet = () => (
  <p className="text-table text-text2">
    No turn was given examples yet. With <code className="font-mono text-fact">retrieval: on_prompt: true</code> in the configuration file,
    the hook adds them to each prompt.
  </p>
);

/** No turn to compare: nothing is imported, or nothing matches. */
export const NoTurnsYet = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState title="No turns match" actions={<Button onClick={onClear}>Clear filter</Button>}>
      No turn meets all conditions of the filter.
    </EmptyState>
  ) : (
    <EmptyState
      title="No turns yet"
      actions={
        <Link href="/import" className={buttonClass('primary')}>
          Import sessions
        </Link>
      }
    >
      Metrics are derived from every turn of imported and running sessions: whether it was completed, its iterations, errors, time and
      tokens.
    </EmptyState>
  );
