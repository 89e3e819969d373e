import { ErrorPane } from '@/components/ui/error-pane.tsx';

/** Instead of a page of a session that could not be read. */
export const SessionMissing = ({ error, retry }: { error: Error; retry: () => void }) => (
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
