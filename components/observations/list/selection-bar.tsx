'use client';
import { X } from 'lucide-react';
import type { Observations } from '@/components/observations/use-observations.ts';
import { Button } from '@/components/ui/button.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { KeyHint } from '@/components/ui/key-hint.tsx';
import { printCount } from '@/lib/print/number.ts';
import type { ListedCounts } from './collapsed.ts';
import type { ListFilter, ListView } from '@/components/observations/filter/list-filter.ts';
import { printListed } from './list-summary.ts';
import { printReach } from './print-reach.ts';
import { ResolveForm } from '@/components/observations/triage/resolve-form.tsx';
import type { Action } from '@/components/observations/triage/triage-command.ts';

type Props = {
  filter: Pick<ListFilter, 'projects' | 'session'> & { view: ListView };
  rows: Observations['list']['rows'];
  listed: ListedCounts;
  selection: Pick<Observations['selection'], 'selection' | 'count' | 'selectAll' | 'clear'>;
  form: Observations['form'];
  onAct: (action: Action) => void;
  copied: boolean;
  onCopy: () => void;
};

/** Docked at the foot of the list while something is selected: how much, and what can be done with it. */
export const SelectionBar = ({ filter, rows, listed, selection: selected, form, onAct, copied, onCopy }: Props) => {
  const { selection, count } = selected;
  const { shown, collapsed } = listed;
  const reach = printReach(filter, selection, rows);
  const isOpen = form.on === 'selection';
  return (
    <section aria-label="Selected" className="relative z-30 flex shrink-0 flex-col gap-2 border-t-2 border-accent bg-panel px-3 py-2">
      {isOpen ? <ResolveForm name={`Resolve ${printCount(count)}`} draft={form.draft} onResolve={onAct} onClose={form.close} /> : null}
      <div className="relative flex flex-wrap items-center gap-2 text-table max-sm:pr-9">
        <p>
          <strong className="font-semibold">{printCount(count)} selected</strong>{' '}
          <span className="text-text2">
            {count > shown ? 'including some that are no longer listed' : `of ${printListed(listed)}`}
            {reach === null ? '' : `. ${reach}`}
          </span>
        </p>
        {selection.kind === 'rows' && count < shown ? (
          <button type="button" onClick={selected.selectAll} className="rounded-chip text-accent hover:underline pointer-coarse:min-h-8">
            Select all {printCount(shown)}
            {collapsed > 0 ? ' shown' : ''}
          </button>
        ) : null}
        <span className="ml-auto flex flex-wrap items-center gap-2 max-sm:-mr-9 max-sm:ml-0 max-sm:w-[calc(100%+36px)]">
          <Button onClick={() => onAct({ action: 'acknowledge', reason: 'fixed', note: null })}>
            Acknowledge <KeyHint of="A" />
          </Button>
          <Button aria-expanded={isOpen} aria-pressed={isOpen} onClick={() => form.open(isOpen ? null : 'selection')}>
            Resolve… <KeyHint of="R" />
          </Button>
          <Button onClick={() => onAct({ action: 'reopen', reason: 'fixed', note: null })}>Reopen</Button>
          <Button onClick={onCopy}>
            {copied ? 'Copied' : 'Copy links'} <KeyHint of="C" />
          </Button>
          <IconButton
            icon={X}
            name="Clear selection"
            keys="Esc"
            onClick={selected.clear}
            className="max-sm:absolute max-sm:-top-1.5 max-sm:-right-2"
          />
        </span>
      </div>
    </section>
  );
};
