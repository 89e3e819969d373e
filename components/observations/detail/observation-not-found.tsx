import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import type { ObservationSeverity } from '@/lib/domain/observation.ts';
import { useShortObservationId } from './use-short-observation-id.ts';
import { SearchX } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { ListView } from '@/components/observations/filter/list-filter.ts';
import { cutText } from '@/lib/print/cut-text.ts';

const maxIdChars = 60;

type Props = { view: ListView; id: string; onClose: () => void; onView: (view: ListView, id: string) => void };

type Candidate = { id: string; title: string; severity: ObservationSeverity };

/** Those that a short id may mean. */
const Candidates = ({ id, items, hasMore, onOpen }: { id: string; items: Candidate[]; hasMore: boolean; onOpen: (id: string) => void }) => (
  <div role="status" className="p-6">
    <h2 className="text-title">
      Several ids begin with <span className="font-mono">{toVisibleText(cutText(id, maxIdChars))}</span>
    </h2>
    <p className="mt-1 text-read text-text2">Open one of them, or use a longer id.</p>
    <ul className="mt-3 rounded-card border border-line">
      {items.map(({ id: whole, title, severity }) => (
        <li key={whole} className="border-line not-first:border-t">
          <button
            type="button"
            onClick={() => onOpen(whole)}
            className="flex min-h-11 w-full items-center gap-2 px-3 py-1.5 text-left text-table hover:bg-hover"
          >
            <SeverityMark severity={severity} named />
            <span className="min-w-0 flex-1 truncate font-medium">{toVisibleText(title)}</span>
            <span className="shrink-0 font-mono text-fact text-text3">{whole.slice(0, id.length + 6)}</span>
          </button>
        </li>
      ))}
    </ul>
    {hasMore ? <p className="mt-2 text-table text-text3">There are more.</p> : null}
  </div>
);

/** The address names something that is not there, or only begins the id of something. If it is not there: why that may be, and where to go. */
export const ObservationNotFound = ({ view, id, onClose, onView }: Props) => {
  const isGroups = view === 'groups';
  const found = useShortObservationId(view, id, (whole) => onView(view, whole));
  if (found === null) return null;
  if (found.items.length > 0) return <Candidates {...found} id={id} onOpen={(whole) => onView(view, whole)} />;
  return (
    <div role="status">
      <EmptyState
        mark={<Icon of={SearchX} size={20} className="text-text3" />}
        title={isGroups ? 'Group not found' : 'Observation not found'}
        actions={
          <>
            <Button look="primary" onClick={onClose}>
              Back to list
            </Button>
            <Button onClick={() => onView(isGroups ? 'single' : 'groups', id)}>
              {isGroups ? 'Open as an observation' : 'Open as a group'}
            </Button>
          </>
        }
      >
        The address asks for <span className="font-mono break-all">{toVisibleText(cutText(id, maxIdChars))}</span>. It may have been cut, or
        what it led to was deleted with its session. Or it is the id of{' '}
        {isGroups ? 'an observation, not of a group' : 'a group, not of an observation'}.
      </EmptyState>
    </div>
  );
};
