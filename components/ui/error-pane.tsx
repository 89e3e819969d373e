'use client';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { ClientError, printErrorDetails } from '@/lib/client/client-error.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { EmptyState } from './empty-state.tsx';

type Props = { title: string; error: Error; safe?: string; retry?: () => void; level?: 1 | 2 };

/** What failed, what is safe, what to do; then code and request id to copy. Stands in the pane that failed. */
export const ErrorPane = ({ title, error, safe = 'Nothing was changed.', retry, level }: Props) => {
  const details = printErrorDetails(error);
  const text = error instanceof ClientError ? error.message : 'Something in this page failed.';
  return (
    <div role="alert">
      <EmptyState
        mark={<OutcomeMark outcome="error" size={16} />}
        title={title}
        level={level}
        actions={
          <>
            {retry ? (
              <Button look="primary" onClick={retry}>
                Try again
              </Button>
            ) : null}
            <CopyButton name="Copy details" label="Copy details" text={`${title}\n${error.message}\n${details}`} />
          </>
        }
        facts={<span className="font-mono text-fact break-all">{details}</span>}
      >
        {text} {safe}
      </EmptyState>
    </div>
  );
};
