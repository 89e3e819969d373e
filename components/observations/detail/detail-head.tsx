'use client';
import { ArrowLeft, ChevronRight, X } from 'lucide-react';
import { FindingText } from '@/components/findings/finding-text.tsx';
import { useFreeFocus } from '@/components/hooks/use-free-focus.ts';
import type { Observations } from '@/components/hooks/use-observations.ts';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Button } from '@/components/ui/button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { KeyHint } from '@/components/ui/key-hint.tsx';
import type { TriageAction } from '@/lib/domain/observation.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { CopyLink } from './copy-link.tsx';
import { DetailId } from './detail-id.tsx';
import { toObservationHref } from '@/components/observations/evidence-link.ts';
import type { ListRow } from '@/components/observations/list-rows.ts';
import type { ListView } from '@/components/observations/filter/list-filter.ts';
import { printFoundBy } from '@/components/observations/list/row-about.ts';
import { severityWords, stateWords } from '@/components/observations/observation-words.ts';
import { ResolveForm } from '@/components/observations/triage/resolve-form.tsx';
import { StateChip } from '@/components/observations/state-chip.tsx';
import { findObstacle, type Action } from '@/components/observations/triage/triage-command.ts';

export type DetailHeadProps = Pick<Observations, 'layout' | 'form'> & {
  row: ListRow;
  view: ListView;
  onAct: (action: Action) => void;
  onClose: () => void;
  /** Shows the next one of the list; null: there is none. */
  onNext: (() => void) | null;
  /** By the key. */
  copied: boolean;
};

/** What it is and where it stands, and what can be done with it. */
export const DetailHead = ({ row, view, layout, form, onAct, onClose, onNext, copied }: DetailHeadProps) => {
  const { hasPane, isBeside } = layout;
  const heading = useFreeFocus<HTMLHeadingElement>(!isBeside);
  const isOpen = form.on === 'current';
  const refusalOf = (action: TriageAction) => findObstacle(row.state, action);
  const act = (action: TriageAction) => onAct({ action, reason: 'fixed', note: null });
  const about = [severityWords[row.severity], printFoundBy(row)].join(' · ');
  return (
    <header className="flex flex-col gap-2 border-b border-line px-3 py-2.5">
      <div className="flex items-start gap-2">
        {hasPane ? null : (
          <IconButton
            icon={isBeside ? X : ArrowLeft}
            name={isBeside ? 'Close' : 'Back to the list'}
            keys="Esc"
            size="small"
            onClick={onClose}
          />
        )}
        <span className="flex h-5.5 items-center">
          <SeverityMark severity={row.severity} size={14} named />
        </span>
        <div className="min-w-0 flex-1">
          <span className="relative float-right ml-2 flex h-5.5 items-center gap-1">
            <StateChip state={row.state} />
            <CopyLink href={toObservationHref(view, row.key)} byKey={copied} />
          </span>
          <h2 ref={heading} tabIndex={-1} className="row-focus text-title break-words">
            <FindingText text={row.title.slice(0, 400)} />
          </h2>
        </div>
      </div>
      <p className={cx('-mt-2 text-table break-words text-text3', hasPane ? 'pl-5.5' : 'pl-13 pointer-coarse:pl-0')}>
        {toVisibleText(about.slice(0, 300))} · <DetailId key={row.key} view={view} id={row.key} />
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button refused={refusalOf('acknowledge')} onClick={() => act('acknowledge')}>
          Acknowledge <KeyHint of="A" />
        </Button>
        <Button
          refused={refusalOf('resolve')}
          aria-expanded={isOpen}
          aria-pressed={isOpen}
          onClick={() => form.open(isOpen ? null : 'current')}
        >
          Resolve as… <KeyHint of="R" />
        </Button>
        <Button refused={refusalOf('reopen')} onClick={() => act('reopen')}>
          Reopen
        </Button>
        {isBeside ? null : (
          <IconButton
            icon={ChevronRight}
            name="Next in the list"
            keys="J"
            aria-disabled={onNext === null}
            onClick={onNext ?? undefined}
            className="ml-auto aria-disabled:opacity-40"
          />
        )}
      </div>
      {isOpen && form.seen && form.seen.state !== row.state ? (
        <p role="status" className="rounded-card bg-medbg px-2.5 py-1.5 text-table">
          Meanwhile it became {stateWords[row.state].toLowerCase()}, as the history says.
        </p>
      ) : null}
      {isOpen ? <ResolveForm name="Resolve" draft={form.draft} onResolve={onAct} onClose={form.close} /> : null}
    </header>
  );
};
