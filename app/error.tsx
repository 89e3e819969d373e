'use client';
import { ErrorPane } from '@/components/ui/error-pane.tsx';

const PageError = ({ error, reset }: { error: Error; reset: () => void }) => (
  <ErrorPane level={1} title="This page failed" error={error} safe="Your data is safe." retry={reset} />
);

export default PageError;
