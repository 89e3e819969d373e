'use client';
import { X } from 'lucide-react';
import type { Observations } from '@/components/hooks/use-observations.ts';
import { Button } from '@/components/ui/button.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import { printCount } from '@/lib/print/number.ts';
import { printReach } from './print-reach.ts';
import { ResolveForm } from './resolve-form.tsx';

const Key = ({ of }: { of: string }) => (
  <span className="pointer-coarse:hidden">
    <Kbd>{of}</Kbd>
  </span>
);

/** Docked at the foot of the list while something is selected: how much, and what can be done with it. */
export const SelectionBar = ({ observations, copied, onCopy }: { observations: Observations; copied: boolean; onCopy: () => void }) => {
  const { state, selectedCount, selection, list, form, setForm, actOnSelection } = observations;
  const total = list.total ?? 0;
  const reach = printReach(state, selection, list.rows);
  const isOpen = form === 'selection';
  return (
    <section aria-label="Selected" className="flex shrink-0 flex-col gap-2 border-t-2 border-accent bg-panel px-3 py-2">
      {isOpen ? (
        <ResolveForm name={`Resolve ${printCount(selectedCount)}`} onResolve={actOnSelection} onClose={observations.closeForm} />
      ) : null}
      <div className="relative flex flex-wrap items-center gap-2 text-table max-sm:pr-9">
        <p>
          <strong className="font-semibold">{printCount(selectedCount)} selected</strong>{' '}
          <span className="text-text2">
            of {printCount(total)} that match{reach === null ? '' : `. ${reach}`}
          </span>
        </p>
        {selection.kind === 'rows' && selectedCount < total ? (
          <button
            type="button"
            onClick={observations.selectAll}
            className="rounded-chip text-accent hover:underline pointer-coarse:min-h-8"
          >
            Select all {printCount(total)}
          </button>
        ) : null}
        <span className="ml-auto flex flex-wrap items-center gap-2 max-sm:-mr-9 max-sm:ml-0 max-sm:w-[calc(100%+36px)]">
          <Button onClick={() => actOnSelection({ action: 'acknowledge', reason: 'fixed', note: null })}>
            Acknowledge <Key of="A" />
          </Button>
          <Button aria-expanded={isOpen} aria-pressed={isOpen} onClick={() => setForm(isOpen ? null : 'selection')}>
            Resolve… <Key of="R" />
          </Button>
          <Button onClick={() => actOnSelection({ action: 'reopen', reason: 'fixed', note: null })}>Reopen</Button>
          <Button onClick={onCopy}>
            {copied ? 'Copied' : 'Copy links'} <Key of="C" />
          </Button>
          <IconButton
            icon={X}
            name="Clear the selection"
            keys="Esc"
            onClick={observations.clearSelection}
            className="max-sm:absolute max-sm:-top-1.5 max-sm:-right-2"
          />
        </span>
      </div>
    </section>
  );
};
