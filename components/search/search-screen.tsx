'use client';
import { Suspense, useId } from 'react';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { cx } from '@/components/ui/cx.ts';
import { Notice } from '@/components/ui/notice.tsx';
import { SaveDialog } from '@/components/ui/save-dialog.tsx';
import { SearchFacets } from './search-facets.tsx';
import { SearchHead } from './search-head.tsx';
import { SearchHelp } from './search-help.tsx';
import { SearchResults } from './search-results.tsx';
import { StatusLine } from './status-line.tsx';
import { useSearchPage } from './use-search-page.ts';

const Screen = () => {
  const aboutId = useId();
  const page = useSearchPage();
  const { url, search, saved } = page;
  // Also until the first query that can be asked.
  const isEmpty = search.asked === '';
  const facets = isEmpty ? null : <SearchFacets q={url.q} facets={search.facets} onChange={url.open} />;
  return (
    <>
      <SearchHead page={page} aboutId={aboutId} facets={facets} />
      <div className="relative flex min-h-0 flex-1">
        {facets === null ? null : (
          <aside
            aria-label="Filter panel"
            tabIndex={0}
            className="row-focus w-[204px] shrink-0 overflow-y-auto border-r border-line bg-panel max-xl:hidden"
          >
            {facets}
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <StatusLine id={aboutId} q={url.q} problems={page.problems} search={search} />
          <div className={cx('min-h-0 flex-1 overflow-y-auto', !isEmpty && 'bg-panel')}>
            {isEmpty ? (
              <SearchHelp saved={saved} onOpen={url.open} />
            ) : (
              <SearchResults search={search} list={page.list} onFollow={page.noteOpened} onOpen={url.open} />
            )}
          </div>
        </div>
        <Notice
          text={saved.notice?.text ?? null}
          isProblem={saved.notice?.isProblem}
          undo={saved.undo && { run: saved.undo, keys: 'U' }}
          onDismiss={saved.dismiss}
        />
      </div>
      <PageFooter place="search" facts="Score: −BM25, higher is better" />
      <SaveDialog
        title="Save search"
        name={url.q.trim()}
        maxNameChars={200}
        what={url.q.trim()}
        open={page.isSaving}
        onOpenChange={page.setSaving}
        onSave={page.save}
      />
    </>
  );
};

/** Everything in the archive, by words and conditions. The address holds what is shown, so the screen waits for the address. */
export const SearchScreen = () => (
  <Suspense>
    <Screen />
  </Suspense>
);
