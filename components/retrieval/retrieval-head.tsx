import type { ReactNode } from 'react';
import { RetrievalTabs } from './retrieval-tabs.tsx';
import type { RetrievalPage } from './use-retrieval-page.ts';

/** Title, views, and what the view can be narrowed by. */
export const RetrievalHead = ({ page, children }: { page: RetrievalPage; children?: ReactNode }) => (
  <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-panel px-3 py-1.5">
    <h1 className="text-title max-sm:sr-only">Retrieval</h1>
    <RetrievalTabs page={page} />
    {children}
  </div>
);
