'use client';
import { useQuery } from '@tanstack/react-query';
import { DeletedNotice } from '@/components/sessions/deleted-notice.tsx';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { PageHead } from '@/components/shell/page-head.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { dataQueries } from '@/lib/client/queries/data-queries.ts';
import { listArchiveBytes, listArchiveCounts } from '@/lib/print/archive.ts';
import { BackupCard } from './backup-card.tsx';
import { DeleteCard } from './delete-card.tsx';
import { DeletedCard } from './deleted-card.tsx';
import { FactsCard } from './facts-card.tsx';

/** The archive: its content, its place, and actions on all of it. */
export const DataScreen = () => {
  const { data, error, isPending, refetch } = useQuery(dataQueries.archive());
  const late = useDelayed(isPending);
  const refresh = () => void refetch();
  return (
    <>
      <PageHead title="Data" about={data ? <span className="font-mono text-fact">{data.path}</span> : ' '}>
        {data ? <CopyButton text={data.path} name="Copy the path of the database" /> : null}
      </PageHead>
      {error && data ? <p className="bg-medbg px-3 py-1 text-table text-med">Out of date: {error.message}</p> : null}
      {error && !data ? <ErrorPane title="The archive could not be described" error={error} retry={refresh} /> : null}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div aria-busy={isPending} className="flex flex-col gap-3 p-3 lg:min-h-0 lg:flex-1 lg:flex-row lg:overflow-y-auto">
          {late ? <p className="text-table text-text3">Counting…</p> : null}
          {data ? (
            <>
              <div className="flex flex-col gap-3 lg:w-72 lg:shrink-0">
                <FactsCard title="Contents" facts={listArchiveCounts(data)} />
                <FactsCard title="On the disk" facts={listArchiveBytes(data)} />
              </div>
              <div className="flex min-w-0 flex-col gap-3 lg:max-w-4xl lg:flex-1">
                <BackupCard databaseFile={data.path} backupFile={data.backupFile} freeBytes={data.bytes.free} />
                <DeleteCard onDeleted={refresh} />
                <DeletedCard files={data.deletedFiles} onAllowed={refresh} />
              </div>
            </>
          ) : null}
        </div>
        <DeletedNotice />
      </div>
      <PageFooter place={null} facts="Your agents’ files stay as they are" />
    </>
  );
};
