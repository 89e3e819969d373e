'use client';
import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { ClientError, printErrorDetails } from '@/lib/client/client-error.ts';
import { Button, buttonClass } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Icon } from './icon.tsx';

type Props = {
  title: string;
  error: Error;
  safe?: string;
  retry?: () => void;
  /** Title and destination for a 404, where a retry cannot help. */
  missing?: { title: string; label: string; to: string | (() => void) };
  level?: 1 | 2;
};

/** Says what failed, what is safe and what to do; then code and request id to copy. Shown in the pane that failed. */
export const ErrorPane = ({ title, error, safe = 'Nothing was changed.', retry, missing, level }: Props) => {
  const details = printErrorDetails(error);
  const text = error instanceof ClientError ? error.message : 'Something in this page failed.';
  if (missing && error instanceof ClientError && error.missing) {
    return (
      <div role="alert">
        <EmptyState
          mark={<Icon of={SearchX} size={20} className="text-text3" />}
          title={missing.title}
          level={level}
          actions={
            typeof missing.to === 'string' ? (
              <Link href={missing.to} className={buttonClass('primary')}>
                {missing.label}
              </Link>
            ) : (
              <Button look="primary" onClick={missing.to}>
                {missing.label}
              </Button>
            )
          }
        >
          {text}
        </EmptyState>
      </div>
    );
  }
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
                Retry
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
