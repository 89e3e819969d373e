'use client';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { Find } from './use-find.ts';
import { useSettled } from '@/components/hooks/use-settled.ts';
import { useTakeFocus, type FocusRequest } from '@/components/hooks/use-take-focus.ts';
import { FilterField } from '@/components/ui/filter-field.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { cutText } from '@/lib/print/cut-text.ts';
import { printMatchPlace } from '@/lib/print/match-place.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

type Props = {
  text: string;
  /** The subagent of the current match, and the call it belongs to; null: the match is in the session itself. */
  agent: { label: string; call: number } | null;
  find: Find;
  wish: FocusRequest | null;
  onTaken: () => void;
  onText: (text: string) => void;
  onStep: (direction: 1 | -1) => void;
  onClose: () => void;
};

/** Finds text in the records of the session: Enter for the next match, ⇧Enter for the previous, Esc closes. */
export const FindBar = ({ text, agent, find, wish, onTaken, onText, onStep, onClose }: Props) => {
  const [typed, setTyped] = useState(text);
  const ref = useTakeFocus<HTMLInputElement>('find', wish, onTaken);
  useSettled(typed, 150, onText);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Escape') onClose();
    else if (typed !== text) onText(typed);
    else onStep(event.shiftKey ? -1 : 1);
  };
  const none = find.hits.seqs.length === 0;
  return (
    <div role="search" aria-label="Find in this session" className="flex h-10 shrink-0 items-center gap-2 border-b border-line bg-bg px-3">
      <FilterField
        name="Find in this session"
        value={typed}
        onChange={setTyped}
        onKeyDown={onKeyDown}
        maxLength={500}
        ref={ref}
        className="w-[320px] min-w-0 shrink max-sm:flex-1"
      />
      <span role="status" className={`max-w-[45%] shrink-0 truncate text-table ${find.error ? 'text-high' : 'text-text2'}`}>
        {find.error
          ? `The search failed: ${find.error.message}`
          : printMatchPlace({ total: find.hits.total, steppable: find.hits.seqs.length, at: find.at, isWaiting: find.waiting }, text)}
        {agent && !find.error && !find.waiting ? (
          <span className="max-sm:sr-only">
            , in subagent {toVisibleText(cutText(agent.label, 200))} of #{agent.call}
          </span>
        ) : null}
      </span>
      <span className="ml-auto flex items-center gap-1">
        <IconButton icon={ChevronUp} name="Previous" keys="⇧↵" disabled={none} onClick={() => onStep(-1)} />
        <IconButton icon={ChevronDown} name="Next" keys="↵" disabled={none} onClick={() => onStep(1)} />
        <IconButton icon={X} name="Close search" keys="Esc" onClick={onClose} />
      </span>
    </div>
  );
};
