import type { ReactNode } from 'react';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { ClientError } from '@/lib/client/client-error.ts';
import { ShortId } from './short-id.tsx';

type Props = {
  error: Error;
  retry: () => void;
  /** The session id in the address, and the address of this page for another id. */
  id: string;
  toPath: (id: string) => string;
  loading: ReactNode;
};

/** Instead of a page of a session that could not be read. A short id goes on to its session. */
export const SessionMissing = ({ error, retry, id, toPath, loading }: Props) => {
  const pane = (
    <div className="min-h-0 flex-1 overflow-y-auto bg-panel">
      <ErrorPane
        level={1}
        title="The session could not be loaded"
        error={error}
        retry={retry}
        missing={{ title: 'Session not found', to: '/sessions', label: 'Go to sessions' }}
      />
    </div>
  );
  if (!(error instanceof ClientError && error.missing)) return pane;
  return (
    <ShortId name={id} toPath={toPath} loading={loading}>
      {pane}
    </ShortId>
  );
};
