'use client';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { PageHead } from '@/components/shell/page-head.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { retrievalQueries } from '@/lib/client/queries/retrieval-queries.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toTagged } from '@/lib/retrieval/quote-text.ts';
import { Examples, Section } from './answer-cards.tsx';
import { GivenList } from './given-list.tsx';
import { PromptForm } from './prompt-form.tsx';
import { useRetrievalState } from './use-retrieval-state.ts';

const moveFocus = (root: HTMLElement | null, by: 1 | -1): void => {
  const links = [...(root?.querySelectorAll<HTMLElement>('[data-example-link]') ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
};

const Retrieval = () => {
  const { state, setState, settings } = useRetrievalState();
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { prompt, k, min, project, failed } = state;
  const body = {
    ...{ prompt, top_k: k, min_score: min, max_chars: state.chars, include_failed: failed, explain: true },
    ...(settings && { continuation_limit: settings.continuation_limit }),
    ...(project !== null && { project }),
  };
  const isAsked = prompt !== '' && settings !== null;
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...retrievalQueries.examples(body), enabled: isAsked });
  const answer = prompt === '' ? undefined : data;
  useHotkeys({
    '/': () => field.current?.focus(),
    j: () => moveFocus(list.current, 1),
    k: () => moveFocus(list.current, -1),
  });
  return (
    <>
      <PageHead
        title="Retrieval"
        about={
          answer
            ? `${printCounted(answer.examples.length, 'example')} in ${Math.round(answer.tookMs)} ms`
            : 'Past work shown to an agent for a prompt'
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <PromptForm state={state} settings={settings} field={field} onChange={setState} />
        {(answer?.examples.length ? answer.notes : []).map((note) => (
          <p key={note} role="status" className="px-3 pt-2 text-table text-med">
            {note}
          </p>
        ))}
        <div ref={list} aria-busy={isPlaceholderData} className="grid items-start gap-3 p-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-3">
            {error && prompt !== '' ? <ErrorPane title="Examples could not be loaded" error={error} retry={() => void refetch()} /> : null}
            {answer && !error ? <Examples answer={answer} /> : null}
            {prompt === '' ? (
              <EmptyState title="Try a prompt">
                Past prompts that resemble it are ranked by BM25. Those whose work ended well come first, with the calls and results that
                followed.
              </EmptyState>
            ) : null}
          </div>
          <div className="flex min-w-0 flex-col gap-3">
            {answer?.section && !error ? <Section section={toTagged(answer.section)} /> : null}
            <GivenList />
          </div>
        </div>
      </div>
      <PageFooter place="retrieval" facts="Secrets are redacted before anything reaches another session" />
    </>
  );
};

/** Which examples a prompt retrieves, why, and what agents were given. What it shows is in the address, so it waits for that. */
export const RetrievalScreen = () => (
  <Suspense>
    <Retrieval />
  </Suspense>
);
