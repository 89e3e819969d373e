'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FolderSearch, Upload } from 'lucide-react';
import Link from 'next/link';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import { Button, buttonClass } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { KeyHint } from '@/components/ui/key-hint.tsx';
import { ProgressBar } from '@/components/ui/progress-bar.tsx';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import type { ImportSummary } from '@/lib/domain/import.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printFound } from '@/lib/print/found.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { CommandHint } from './command-hint.tsx';
import { useCancelImport } from './use-cancel-import.ts';
import { useFirstImport } from './use-first-import.ts';

const Progress = ({ runs, opensNewest }: { runs: readonly ImportSummary[]; opensNewest: boolean }) => {
  const sum = (of: (run: ImportSummary) => number) => runs.reduce((total, run) => total + of(run), 0);
  const [files, done, bytes, read] = [
    sum((run) => run.files),
    sum((run) => run.filesDone),
    sum((run) => run.bytes),
    sum((run) => run.bytesRead),
  ];
  return (
    <>
      <p role="status">
        {files === 0
          ? 'Looking for session files…'
          : `${printCount(done)} of ${printCounted(files, 'file')}, ${printBytes(read)} of ${printBytes(bytes)}.`}{' '}
        {opensNewest ? 'Your newest session opens as soon as it is read; the rest continues in the background.' : null}
      </p>
      <ProgressBar name="Import" share={bytes === 0 ? 0 : read / bytes} className="mt-2 h-2 w-full" />
    </>
  );
};

type Props = { /** There are no own sessions yet. */ isShown: boolean; hasDemo?: boolean; isOnImport?: boolean };

/** Session files found on this machine before there are own sessions, and one step that imports and follows them and opens the newest. */
export const FirstImport = ({ isShown, hasDemo = false, isOnImport = false }: Props) => {
  const nowMs = useNow();
  const { data, error, refetch } = useQuery({ ...importQueries.found(), enabled: isShown });
  const found = data?.found ?? [];
  const first = useFirstImport(found, isShown);
  const cancel = useCancelImport();
  const demo = useMutation({ mutationFn: () => callEndpoint('POST /api/demo') });
  const canStart = isShown && found.length > 0 && !first.isBusy;
  useHotkeys(canStart ? { Enter: first.start } : {});
  if (!isShown && !first.awaits && !first.error) return null;
  if (error && !data) return <ErrorPane title="Agent folders could not be searched" error={error} retry={() => void refetch()} />;
  const failure = first.error ?? demo.error ?? cancel.error;
  const openIds = first.runs.filter(({ status }) => status === 'open').map(({ id }) => id);
  const actions = (
    <>
      {found.length === 0 ? null : (
        <Button look="primary" onClick={first.start}>
          Import and follow <KeyHint of="↵" />
        </Button>
      )}
      {isOnImport ? null : (
        <Link href="/import" className={buttonClass(data && found.length === 0 ? 'primary' : 'default')}>
          Choose files
        </Link>
      )}
      {hasDemo ? null : (
        <Button onClick={() => demo.mutate()} refused={demo.isPending ? 'In progress' : null}>
          Load the demo data
        </Button>
      )}
    </>
  );
  return (
    <section aria-label="Your sessions" className="shrink-0 border-b border-line bg-panel">
      <EmptyState
        mark={<Icon of={found.length > 0 ? FolderSearch : Upload} size={20} className="text-accent" />}
        title={first.isBusy ? 'Importing your sessions' : found.length > 0 ? 'Found on this machine' : 'No sessions yet'}
        actions={
          !first.isBusy ? (
            actions
          ) : openIds.length === 0 ? null : (
            <Button onClick={() => cancel.mutate(openIds)} refused={cancel.isPending ? 'Canceling after the current file' : null}>
              Cancel
            </Button>
          )
        }
        facts={isOnImport || first.isBusy ? null : <CommandHint />}
      >
        {first.isBusy ? (
          <Progress runs={first.runs} opensNewest={first.awaits} />
        ) : found.length > 0 ? (
          <>
            <strong className="font-semibold text-text">{printFound(found, nowMs)}.</strong> The files stay where they are, and nothing
            leaves this machine.
          </>
        ) : data ? (
          'No agent sessions were found on this machine. Drop files on any page, or import them in a terminal.'
        ) : (
          'Looking for agent sessions on this machine…'
        )}
        {failure ? (
          <p role="alert" className="mt-2 text-high">
            {failure.message}
          </p>
        ) : null}
      </EmptyState>
    </section>
  );
};
