'use client';
import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import type { ListedSummary } from '@/lib/domain/listed-summary.ts';
import { printDuration } from '@/lib/print/duration.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { toPlainLine } from '@/lib/print/plain-line.ts';
import { printProjectAndTitle } from '@/lib/print/session-title.ts';
import { printDayClock, printIso } from '@/lib/print/time.ts';
import { printTurn } from '@/lib/print/turn.ts';
import { unknown } from '@/lib/print/unknown.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { ConfidenceMark } from './confidence-mark.tsx';
import { ModelFacts } from './model-facts.tsx';
import { QuotedText, toRecordHref } from './quoted-text.tsx';
import { RegenerateButton } from './regenerate-button.tsx';
import { SignalChips } from './signal-chips.tsx';
import { useRegenerate } from './use-regenerate.ts';
import { VersionComparison } from './version-comparison.tsx';

const maxQueryChars = 160;

const Field = ({ of, field, title }: { of: ListedSummary; field: 'tools_rationale' | 'key_findings'; title: string }) =>
  of[field] === '' ? null : (
    <section className="min-w-0 flex-1 basis-80">
      <h3 className="text-fact text-text3">{title}</h3>
      <QuotedText of={of} field={field} />
    </section>
  );

/** A summary of a turn: what was asked, what came of it, and why the agent could be as sure as it was. */
export const SummaryItem = ({ of, nowMs }: { of: ListedSummary; nowMs: number | null }) => {
  const [compares, setCompares] = useState(false);
  const regenerate = useRegenerate(of);
  const { session, method, timestamp, execution_time: seconds } = of;
  return (
    <li className="flex flex-col gap-1.5 border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-table">
        <ConfidenceMark of={of} />
        <Link
          data-summary-link
          href={toRecordHref(of.session_id, of.message_id)}
          prefetch={false}
          className="row-focus min-w-0 flex-1 basis-48 truncate font-semibold hover:underline"
        >
          {toPlainLine(of.user_query, maxQueryChars) || '(empty prompt)'}
        </Link>
        {method === 'extractive' ? null : (
          <Chip tone={method === 'model' ? 'accent' : 'med'}>{method === 'model' ? 'by a model' : 'model failed'}</Chip>
        )}
        <time className="shrink-0 text-fact text-text3" title={printIso(timestamp)}>
          {nowMs === null ? '' : printDayClock(timestamp, nowMs)}
        </time>
      </div>
      <p className="flex flex-wrap gap-x-2 text-fact text-text3">
        <span className="shrink-0">
          {[
            printTurn(of.turn_idx),
            printCounted(of.trajectory_count, 'call'),
            seconds === null ? unknown : `${printDuration(seconds * 1_000)} from prompt to end`,
          ].join(' · ')}
        </span>
        {of.tools_used.length === 0 ? null : (
          <span className="max-w-full truncate lg:max-w-[48ch]">
            {toVisibleText(of.tools_used.join(', '))}
            {of.tools_left_out > 0 ? ` and ${printCount(of.tools_left_out)} more` : ''}
          </span>
        )}
        <span className="min-w-0 flex-1 basis-40 truncate">{printProjectAndTitle({ ...session, id: of.session_id })}</span>
      </p>
      {of.summary === '' ? null : <QuotedText of={of} field="summary" />}
      <div className="flex flex-wrap gap-x-6 gap-y-1.5">
        <Field of={of} field="tools_rationale" title="Tools" />
        <Field of={of} field="key_findings" title="Findings" />
      </div>
      {of.model === null ? null : <ModelFacts use={of.model} method={method} />}
      <div className="flex flex-wrap items-center gap-2">
        <SignalChips of={of} />
        <span className="ml-auto flex gap-2">
          {of.version > 1 ? (
            <Button size="small" look="quiet" aria-expanded={compares} onClick={() => setCompares(!compares)}>
              Compare versions
            </Button>
          ) : null}
          <RegenerateButton regenerate={regenerate} isDemo={session.synthetic} />
        </span>
      </div>
      {regenerate.isSame ? (
        <p role="status" className="text-table text-text2">
          It says the same as before, so there is no new version.
        </p>
      ) : null}
      {regenerate.error ? (
        <p role="alert" className="text-table text-high">
          {regenerate.error.message}
        </p>
      ) : null}
      {compares ? <VersionComparison of={of} /> : null}
    </li>
  );
};
