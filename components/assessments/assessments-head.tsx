'use client';
import Link from 'next/link';
import { SecretText } from '@/components/marks/secret-text.tsx';
import type { Compare } from './use-compare.ts';
import { LiveChip } from '@/components/marks/live-chip.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

/** `text`: the file at side B; null: not loaded, or it does not exist. */
type Props = { session: SessionDetail; compare: Compare | null; text: string | null };

const crumb = 'shrink-0 text-text2 hover:text-text hover:underline max-sm:hidden';
const all = '*';

/** Trail, title, and how the comparison is shown. */
export const AssessmentsHead = ({ session, compare, text }: Props) => (
  <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line bg-panel px-3 py-1.5 text-table">
    <nav aria-label="Breadcrumbs" className="flex min-w-0 items-center gap-2">
      <Link href="/sessions" className={crumb}>
        Sessions
      </Link>
      <span className="text-text3 max-sm:hidden">/</span>
      {session.project === null ? null : (
        <>
          <Link href={`/sessions?project=${encodeURIComponent(session.project)}`} className={`${crumb} max-w-[200px] truncate`}>
            {toVisibleText(session.project)}
          </Link>
          <span className="text-text3 max-sm:hidden">/</span>
        </>
      )}
      <Link href={`/sessions/${session.id}`} className="min-w-0 max-w-[420px] truncate text-accent hover:underline max-sm:max-w-[180px]">
        <SecretText text={printSessionTitle(session)} />
      </Link>
      <span className="text-text3">/</span>
    </nav>
    <h1 className="text-title">Assessments</h1>
    <LiveChip session={session} />
    {compare ? (
      <div className="ml-auto flex min-w-0 flex-wrap items-center gap-2">
        <SegmentedControl
          name="Text"
          value={compare.view}
          onChange={compare.setView}
          className="max-sm:hidden"
          segments={[
            { value: 'beside', label: 'Side by side' },
            { value: 'below', label: 'Stacked' },
          ]}
        />
        {compare.observers.length > 1 ? (
          <SegmentedControl
            name="Observers"
            value={compare.observer ?? all}
            onChange={(id) => compare.setObserver(id === all ? null : id)}
            segments={[
              { value: all, label: 'All observers' },
              ...compare.observers.map(([value, name]) => ({ value, label: toVisibleText(name.replace(/ Detector$/u, '')) })),
            ]}
          />
        ) : null}
        {text ? <CopyButton text={text} name="Copy assessment.md" label="assessment.md" /> : null}
      </div>
    ) : null}
  </header>
);
