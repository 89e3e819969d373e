import { SearchX } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { ListView } from '@/components/observations/filter/list-filter.ts';
import { cutText } from '@/lib/print/cut-text.ts';

const maxIdChars = 60;

type Props = { view: ListView; id: string; onClose: () => void; onView: (view: ListView, id: string) => void };

/** The address names something that is not there: why that may be, and where to go. */
export const ObservationNotFound = ({ view, id, onClose, onView }: Props) => {
  const isGroups = view === 'groups';
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
