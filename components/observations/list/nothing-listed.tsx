import Link from 'next/link';
import { useNextSteps } from '@/components/observations/filter/use-next-steps.ts';
import type { Observations } from '@/components/observations/use-observations.ts';
import { useStandInFocus } from './use-stand-in-focus.ts';
import { Button, buttonClass } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { printNothing, type NextStep } from '@/components/observations/filter/next-steps.ts';
import { listQueryChips } from '@/components/observations/filter/query-chips.ts';
import { findView, views, type ViewId } from '@/components/observations/filter/views.ts';

type Props = Pick<Observations, 'url' | 'facets' | 'focus'> & { /** It was worked through just now. */ isFinished: boolean };
type Nothing = { title: string; text: string; steps: NextStep[] | null };

const NoObservations = () => (
  <EmptyState
    title="No observations yet"
    actions={
      <Link href="/import" className={buttonClass('primary')}>
        Import sessions
      </Link>
    }
  >
    Findings in imported and running sessions appear here for triage. Agents and people can report observations, too.
  </EmptyState>
);

const toShown = ({ state }: Props['url'], facets: Props['facets'], steps: NextStep[] | null, isFinished: boolean): Nothing => {
  const { viewCounts: counts, facets: data } = facets;
  const hidden = state.cleared ? 0 : (data?.outOfSight.all ?? 0);
  if (data?.total === 0)
    return {
      title: 'Nothing open',
      text: `${printCounted(hidden, 'resolved observation')} archived.`,
      steps: [{ label: 'Show them', count: null, next: { states: [], severities: [], cleared: true } }],
    };
  const chips = listQueryChips(state, facets).map(({ text }) => text);
  const isNarrowed = state.q.trim() !== '' || listQueryChips({ ...state, states: [], severities: [] }, facets).length > 0;
  if (!isNarrowed && findView(state) === 'attention' && counts) {
    const { all, acknowledged, resolved } = counts;
    const hiddenOf: { id: ViewId; count: number; words: string }[] = [
      { id: 'all', count: all - acknowledged - resolved, words: 'of low or info severity' },
      { id: 'acknowledged', count: acknowledged, words: 'acknowledged' },
      { id: 'resolved', count: resolved, words: 'resolved' },
    ];
    const left = hiddenOf.filter(({ count }) => count > 0);
    return {
      title: 'Nothing needs attention',
      text: `Not shown here: ${left.map(({ count, words }) => `${printCount(count)} ${words}`).join(', ')}.`,
      steps: views
        .filter(({ id }) => id === left[0]?.id)
        .map(({ id, label, states, severities }) => ({
          ...{ label: `Show ${label.toLowerCase()}`, count: counts[id] },
          next: { states, severities },
        })),
    };
  }
  const asked = `Current filter: ${[...chips, ...(state.q === '' ? [] : [`“${state.q}”`])].join(' and ') || 'everything'}.`;
  if (!isNarrowed && state.states.length > 0) return { title: printNothing(state, isFinished), text: asked, steps };
  return { title: isFinished ? 'No matches left' : 'No matches', text: asked, steps };
};

/** Why there is nothing in the list, what is hidden, and what yields something: it has the focus where a list was worked through. */
export const NothingListed = ({ url, facets, focus, isFinished }: Props) => {
  const ref = useStandInFocus<HTMLButtonElement>({ wish: focus.wish, isLost: isFinished, onTaken: focus.take });
  const possible = useNextSteps(url.state, facets);
  const data = facets.facets;
  if (data?.total === 0 && (url.state.cleared || data.outOfSight.all === 0)) return <NoObservations />;
  const { title, text, steps } = toShown(url, facets, possible, isFinished);
  return (
    <EmptyState
      title={title}
      actions={steps?.map(({ label, count, next }, at) => (
        <Button
          // The first one keeps the focus when what it offers changes.
          key={at}
          ref={at === 0 ? ref : undefined}
          look={at === 0 ? 'primary' : 'default'}
          className="max-w-full"
          onClick={() => {
            url.setFilter(next);
            focus.row();
          }}
        >
          <span className="truncate">{label}</span> {count === null ? null : <span className="tabular-nums">{printCount(count)}</span>}
        </Button>
      ))}
    >
      {text}
    </EmptyState>
  );
};
