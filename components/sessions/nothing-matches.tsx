import type { SessionListFilter } from '@/components/hooks/use-session-list-state.ts';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { printFamily } from '@/lib/print/family.ts';

type Props = { filter: SessionListFilter; onChange: (next: Partial<SessionListFilter>) => void; onClear: () => void };

/** Each filter that is on, in words, with what takes it away. */
const toActive = ({ q, project, agent, model, errors }: SessionListFilter): { words: string; without: Partial<SessionListFilter> }[] => [
  ...(q === '' ? [] : [{ words: `“${q}”`, without: { q: '' } }]),
  ...(project === null ? [] : [{ words: `project ${project}`, without: { project: null } }]),
  ...(agent === null ? [] : [{ words: `agent ${printFamily(agent)}`, without: { agent: null } }]),
  ...(model === null ? [] : [{ words: `model ${model}`, without: { model: null } }]),
  ...(errors ? [{ words: 'with errors', without: { errors: false } }] : []),
];

export const NothingMatches = ({ filter, onChange, onClear }: Props) => {
  const active = toActive(filter);
  return (
    <EmptyState
      title="No session matches"
      actions={
        <>
          {active.map(({ words, without }) => (
            <Button key={words} onClick={() => onChange(without)}>
              Without {words}
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
      Asked for: {active.map(({ words }) => words).join(' and ')}.{filter.subagents ? '' : ' Subagents are listed inside their sessions.'}
    </EmptyState>
  );
};
