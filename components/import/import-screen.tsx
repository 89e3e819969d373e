'use client';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useShownImport } from './use-shown-import.ts';
import { useMounted } from '@/components/hooks/use-mounted.ts';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { PageHead } from '@/components/shell/page-head.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import type { PickedFile } from '@/lib/client/dropped-files.ts';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import type { UploadState } from '@/lib/client/upload-state.ts';
import type { ImportDetail } from '@/lib/domain/import.ts';
import { FirstImport } from './first-import.tsx';
import { DropZone } from './drop-zone.tsx';
import { toPastHeading, toUploadHeading } from './import-heading.ts';
import { useUpload } from './import-provider.tsx';
import { countRows, toImportRows } from './import-row.ts';
import { computeTotals } from './import-totals.ts';
import { PastImports } from './past-imports.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ResultsCard } from './results-card.tsx';
import { FormatsCard, SkippedCard } from './skipped-card.tsx';
import { UpgradeCard } from './upgrade-card.tsx';
import { WatchDialog } from './watch-dialog.tsx';

const noFiles: UploadState['files'] = [];
const noResults: ImportDetail['results'] = [];

const Import = () => {
  const [upload, run] = useUpload();
  const [watching, setWatching] = useState(false);
  // The top bar may have asked before the HTML of this page is taken over.
  const isMounted = useMounted();
  const watched = useQuery(importQueries.watched()).data?.watched.length ?? 0;
  const shown = useShownImport(upload);
  const add = (files: PickedFile[]) => {
    run.add(files);
    shown.showOwn();
  };
  const { detail } = shown;
  const files = shown.isOwn ? upload.files : noFiles;
  const results = detail?.results ?? noResults;
  const rows = useMemo(() => toImportRows(files, results), [files, results]);
  const totals = useMemo(() => computeTotals(rows), [rows]);
  const counts = useMemo(() => countRows(rows), [rows]);
  const heading = shown.isOwn ? toUploadHeading(upload, performance.now()) : detail ? toPastHeading(detail) : null;
  return (
    <>
      <PageHead title="Import" about="files stay where they are; nothing leaves this machine">
        <Button onClick={() => setWatching(true)}>
          <Icon of={Eye} />
          Follow folders
          {isMounted && watched > 0 ? <Chip>{watched}</Chip> : null}
        </Button>
      </PageHead>
      <div className="flex flex-col gap-3 p-3 lg:min-h-0 lg:flex-1 lg:flex-row">
        <div className="flex min-w-0 flex-1 flex-col gap-3 lg:min-h-0">
          <DropZone onFiles={add} />
          <UpgradeCard />
          {heading ? (
            <ProgressCard
              heading={heading}
              counts={counts}
              totals={totals}
              run={shown.isOwn ? run : null}
              past={shown.isOwn ? undefined : detail}
            />
          ) : null}
          {shown.error && rows.length === 0 ? (
            <div className="rounded-card border border-line bg-panel">
              <ErrorPane
                title="The results of this import could not be loaded"
                error={shown.error}
                retry={shown.retry}
                missing={{ title: 'Import not found', to: '/import', label: 'Show latest import' }}
              />
            </div>
          ) : null}
          {rows.length > 0 ? <ResultsCard key={shown.id} rows={rows} /> : null}
          <FirstImport isShown={shown.isNone} isOnImport />
        </div>
        {shown.isNone ? null : (
          <div className="flex flex-col gap-3 lg:min-h-0 lg:w-[280px] lg:shrink-0 lg:overflow-y-auto xl:w-[300px] min-[1400px]:w-[340px]">
            {rows.length > 0 ? <SkippedCard rows={rows} /> : null}
            {rows.length > 0 ? <FormatsCard rows={rows} supported={detail?.supportedFormats} /> : null}
            <PastImports shownId={shown.id} />
          </div>
        )}
      </div>
      <PageFooter place={rows.length > 0 ? 'import' : null} facts="Importing the same file again changes nothing" />
      <WatchDialog open={watching} onOpenChange={setWatching} />
    </>
  );
};

/** Where files come in and what became of them. Which import is shown is in the address, so it waits for that. */
export const ImportScreen = () => (
  <Suspense>
    <Import />
  </Suspense>
);
