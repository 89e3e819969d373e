'use client';
import { ArrowLeft, ChevronRight, X } from 'lucide-react';
import { FindingText } from '@/components/findings/finding-text.tsx';
import { useFreeFocus } from '@/components/observations/use-free-focus.ts';
import type { Observations } from '@/components/observations/use-observations.ts';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Button } from '@/components/ui/button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { KeyHint } from '@/components/ui/key-hint.tsx';
import type { TriageAction } from '@/lib/domain/observation.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { DetailForm, type DetailFormProps } from './detail-form.tsx';
import { DetailId } from './detail-id.tsx';
import { toObservationHref } from '@/components/observations/evidence-link.ts';
import type { ListView } from '@/components/observations/filter/list-filter.ts';
import { printFoundBy } from '@/components/observations/list/row-about.ts';
import { severityWords } from '@/components/observations/observation-words.ts';
import { StateChip } from '@/components/observations/state-chip.tsx';
import { findObstacle } from '@/components/observations/triage/triage-command.ts';
import { CopyLink } from '@/components/ui/copy-link.tsx';
import { cutText } from '@/lib/print/cut-text.ts';

export type DetailHeadProps = DetailFormProps & {
  layout: Observations['layout'];
  view: ListView;
  onClose: () => void;
  /** Shows the next observation; null: none. */
  onNext: (() => void) | null;
  /** By the key. */
  copied: boolean;
  /** Keys act on it, and not on what is selected. */
  hasKeys: boolean;
};

/** The observation's title, status and actions. */
export const DetailHead = ({ view, layout, onClose, onNext, copied, hasKeys, ...about }: DetailHeadProps) => {
  const { row, form, onAct } = about;
  const { hasPane, isBeside } = layout;
  const heading = useFreeFocus<HTMLHeadingElement>(!isBeside);
  const isOpen = form.on === 'current';
  const refusalOf = (action: TriageAction) => findObstacle(row.state, action);
  const act = (action: TriageAction) => onAct({ action, reason: 'fixed', note: null });
  const facts = [severityWords[row.severity], printFoundBy(row)].join(' · ');
  return (
    <header className="flex flex-col gap-2 border-b border-line px-3 py-2.5">
      <div className="flex items-start gap-2">
        {hasPane ? null : (
          <IconButton
            icon={isBeside ? X : ArrowLeft}
            name={isBeside ? 'Close' : 'Back to list'}
            keys="Esc"
            size="small"
            onClick={onClose}
          />
        )}
        <span className="flex h-5.5 items-center">
          <SeverityMark severity={row.severity} size={14} named />
        </span>
        <h2 ref={heading} tabIndex={-1} className="row-focus min-w-0 flex-1 text-title break-words">
          <FindingText text={cutText(row.title, 400)} />
        </h2>
      </div>
      <div className={cx('-mt-2 flex flex-col gap-1 text-table text-text3', hasPane ? 'pl-5.5' : 'pl-13 pointer-coarse:pl-0')}>
        <p className="break-words">{toVisibleText(cutText(facts, 300))}</p>
        <div className="flex min-h-6 items-center gap-2">
          <StateChip state={row.state} isNoLongerFound={row.isNoLongerFound} />
          <span className="ml-auto">
            <DetailId key={row.key} view={view} id={row.key} />
          </span>
          <CopyLink linkOf={() => location.origin + toObservationHref(view, row.key)} byKey={copied} hasKey={hasKeys} small />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button refused={refusalOf('acknowledge')} onClick={() => act('acknowledge')}>
          Acknowledge {hasKeys ? <KeyHint of="A" /> : null}
        </Button>
        <Button
          refused={refusalOf('resolve')}
          aria-expanded={isOpen}
          aria-pressed={isOpen}
          onClick={() => form.open(isOpen ? null : 'current')}
        >
          Resolve as… {hasKeys ? <KeyHint of="R" /> : null}
        </Button>
        <Button refused={refusalOf('reopen')} onClick={() => act('reopen')}>
          Reopen
        </Button>
        {isBeside ? null : (
          <IconButton
            icon={ChevronRight}
            name="Next in list"
            keys="J"
            aria-disabled={onNext === null}
            onClick={onNext ?? undefined}
            className="ml-auto aria-disabled:opacity-40"
          />
        )}
      </div>
      <DetailForm {...about} />
    </header>
  );
};
