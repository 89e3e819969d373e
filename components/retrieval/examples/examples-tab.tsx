'use client';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { moveFocus } from '@/components/hooks/move-focus.ts';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { cx } from '@/components/ui/cx.ts';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { retrievalQueries } from '@/lib/client/queries/retrieval-queries.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toTagged } from '@/lib/retrieval/quote-text.ts';
import { ComparisonSkeleton } from '../comparison/comparison-skeleton.tsx';
import { RetrievalHead } from '../retrieval-head.tsx';
import type { RetrievalPage } from '../use-retrieval-page.ts';
import { CreditCard } from './credit-card.tsx';
import { Section, WhyExamples } from './example-cards.tsx';
import { GivenList } from './given-list.tsx';
import { PromptForm } from './prompt-form.tsx';
import { usePromptState } from './use-prompt-state.ts';

const columns = 'grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]';

/** Which examples a prompt retrieves, why, what agents were given, and what followed. */
export const ExamplesTab = ({ page }: { page: RetrievalPage }) => {
  const { state, setState, settings } = usePromptState();
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { prompt, k, min, project, failed } = state;
  const body = {
    ...{ prompt, top_k: k, min_score: min, max_chars: state.chars, include_failed: failed, explain: true },
    ...(settings && { continuation_limit: settings.continuation_limit }),
    ...(project !== null && { project }),
  };
  const isAsked = prompt !== '' && settings !== null;
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({ ...retrievalQueries.examples(body), enabled: isAsked });
  const answer = prompt === '' ? undefined : data;
  const isWaiting = prompt !== '' && (isPending || isPlaceholderData);
  const isLate = useDelayed(isWaiting);
  useHotkeys({
    '/': () => field.current?.focus(),
    j: () => moveFocus(list.current, '[data-example-link]', 1),
    k: () => moveFocus(list.current, '[data-example-link]', -1),
  });
  return (
    <>
      <RetrievalHead page={page}>
        <p role="status" className="min-w-0 flex-1 truncate text-table text-text3 max-sm:hidden">
          {isLate
            ? 'Finding examples…'
            : answer
              ? `${printCounted(answer.examples.length, 'example')} in ${Math.round(answer.tookMs)} ms`
              : 'Past work shown to an agent for a prompt'}
        </p>
      </RetrievalHead>
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        <PromptForm state={state} settings={settings} field={field} onChange={setState} />
        {(answer?.examples.length ? answer.notes : []).map((note) => (
          <p key={note} role="status" className="px-3 pt-2 text-table text-med">
            {note}
          </p>
        ))}
        {prompt === '' ? (
          <EmptyState title="Try a prompt">
            Past prompts that resemble it are ranked by BM25. Those whose work ended well come first, with the calls and results that
            followed.
          </EmptyState>
        ) : (
          <div ref={list} aria-busy={isWaiting} className={cx(columns, 'p-3', isLate && answer && 'opacity-60')}>
            <div className="min-w-0">
              {error ? <ErrorPane title="Examples could not be loaded" error={error} retry={() => void refetch()} /> : null}
              {answer && !error ? <WhyExamples answer={answer} /> : null}
              {isPending ? <ComparisonSkeleton isShown={isLate} className="min-h-40" /> : null}
            </div>
            <div className="min-w-0">
              {answer?.section && !error ? <Section section={toTagged(answer.section)} /> : null}
              {isPending ? <ComparisonSkeleton isShown={isLate} className="min-h-40" /> : null}
            </div>
          </div>
        )}
        <div className={`${columns} px-3 pb-3`}>
          <CreditCard />
          <GivenList />
        </div>
      </div>
      <PageFooter place="examples" facts="Secrets are redacted before anything reaches another session" />
    </>
  );
};
