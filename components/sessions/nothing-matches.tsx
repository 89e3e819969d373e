import type { SessionListFilter } from '@/lib/client/session-list.ts';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import type { ListedFacets } from '@/lib/contracts/sessions.ts';

type Props = {
  filter: SessionListFilter;
  warmups: number;
  facets: ListedFacets;
  onChange: (next: Partial<SessionListFilter>) => void;
  onClear: () => void;
};

/** Each filter that is on, in words, with what takes it away. */
const toActive = (
  { q, project, agent, model, errors, starred, ...filter }: SessionListFilter,
  { families }: ListedFacets,
  warmups: number,
): { words: string; remove: string; without: Partial<SessionListFilter> }[] => [
  ...(q === '' ? [] : [{ words: `“${q}”`, remove: `Without “${q}”`, without: { q: '' } }]),
  ...(project === null ? [] : [{ words: `project ${project}`, remove: 'Any project', without: { project: null } }]),
  ...(agent === null
    ? []
    : [{ words: `agent ${families.find(({ value }) => value === agent)?.label ?? agent}`, remove: 'Any agent', without: { agent: null } }]),
  ...(model === null ? [] : [{ words: `model ${model}`, remove: 'Any model', without: { model: null } }]),
  ...(errors ? [{ words: 'with errors', remove: 'Include sessions without errors', without: { errors: false } }] : []),
  ...(warmups > 0 && !filter.warmups ? [{ words: 'no warm-ups', remove: 'Include warm-ups', without: { warmups: true } }] : []),
  ...(starred ? [{ words: 'starred', remove: 'Include sessions without a star', without: { starred: false } }] : []),
];

export const NothingMatches = ({ filter, warmups, facets, onChange, onClear }: Props) => {
  const active = toActive(filter, facets, warmups);
  return (
    <EmptyState
      title="No sessions match"
      actions={
        <>
          {active.map(({ remove, without }) => (
            <Button key={remove} onClick={() => onChange(without)}>
              {remove}
            </Button>
          ))}
          {active.length > 1 ? (
            <Button look="primary" onClick={onClear}>
              Remove all filters
            </Button>
          ) : null}
        </>
      }
    >
      Current filter: {active.map(({ words }) => words).join(' and ')}.
      {filter.subagents ? '' : ' Subagents are listed inside their sessions.'}
    </EmptyState>
  );
};
