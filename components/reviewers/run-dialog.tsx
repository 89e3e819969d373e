'use client';
import { useState } from 'react';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { inputClass } from '@/components/data/input-class.ts';
import type { ReviewerDefinition } from '@/lib/domain/bundle.ts';
import { printMoney } from '@/lib/print/money.ts';
import { printCompact, printCount, printCounted } from '@/lib/print/number.ts';
import { toPlainLine } from '@/lib/print/plain-line.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { printTurn } from '@/lib/print/turn.ts';
import { PreviewRow } from './preview-row.tsx';
import { SessionPicker } from './session-picker.tsx';
import type { ReviewersAnswer } from './use-reviewers.ts';
import { scopes, useRunRequest, type RunRequest, type Scope } from './use-run-request.ts';

const scopeWords: Record<Scope, string> = { reviewer: 'This reviewer', bundle: 'Its bundle', all: 'All reviewers' };
const maxTurnChars = 60;

/** `2 of 3 reviewers are due: about 12.3 k tokens, $0.04 without the answers.` */
const printTotal = ({ due, rows, isLooking }: RunRequest): string => {
  if (isLooking) return ' ';
  const tokens = due.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  const costs = due.flatMap(({ costUsd }) => costUsd ?? []);
  const cost =
    costs.length < due.length ? 'at an unknown price' : `${printMoney(costs.reduce((sum, usd) => sum + usd, 0))} without the answers`;
  const about = due.length === 0 ? '' : `: about ${printCompact(tokens)} tokens, ${cost}`;
  return `${printCount(due.length)} of ${printCounted(rows.length, 'reviewer')} due${about}.`;
};

const Options = ({ request }: { request: RunRequest }) => (
  <fieldset className="flex min-w-0 flex-col gap-1 text-table">
    <legend className="sr-only">Options</legend>
    <label className="flex min-h-7 items-center gap-2">
      <Checkbox checked={request.isForced} onChange={(event) => request.setForced(event.target.checked)} />
      Include what has not changed
    </label>
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label className="flex min-h-7 items-center gap-2">
        <Checkbox checked={request.isDry} onChange={(event) => request.setDry(event.target.checked)} />
        Dry run: store no observations
      </label>
      {request.isDry ? (
        <select
          aria-label="Conversation up to"
          value={request.turn ?? ''}
          onChange={(event) => request.setTurn(event.target.value === '' ? null : Number(event.target.value))}
          className={`${inputClass} max-w-full flex-1 basis-48`}
        >
          <option value="">With the whole conversation</option>
          {request.turns.map(({ turnIdx, title }) => (
            <option key={turnIdx} value={turnIdx}>
              Up to {printTurn(turnIdx)}: {toPlainLine(title, maxTurnChars)}
            </option>
          ))}
        </select>
      ) : null}
    </div>
  </fieldset>
);

type FormProps = { data: ReviewersAnswer; chosen: ReviewerDefinition; onStarted: (id: string) => void };

const Form = ({ sessionId, onChange, ...about }: FormProps & { sessionId: string; onChange: () => void }) => {
  const request = useRunRequest({ ...about, sessionId });
  const { session, scope, rows, servers, isDry, refusal, error } = request;
  const verb = servers === null ? (isDry ? 'Start the dry run' : 'Run') : `Send to ${servers}`;
  const problem = error ?? session.error;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex min-w-0 items-center gap-2 text-table">
        <span className="shrink-0 text-text3">Session</span>
        <span className="min-w-0 truncate font-medium">{session.data ? <SecretText text={printSessionTitle(session.data)} /> : '…'}</span>
        <Button size="small" look="quiet" className="ml-auto" onClick={onChange}>
          Change
        </Button>
      </p>
      <SegmentedControl
        name="Reviewers"
        value={scope}
        onChange={request.setScope}
        segments={scopes.map((value) => ({ value, label: scopeWords[value] }))}
        className="self-start"
      />
      <Options request={request} />
      <ul aria-label="What would be sent" className="rounded-control border border-line">
        {rows.map(({ reviewer, preview, error: failed }) => (
          <PreviewRow key={reviewer.id} name={reviewer.name} preview={preview} error={failed} />
        ))}
      </ul>
      {problem ? (
        <p role="alert" className="text-table break-words text-high">
          {problem.message}
        </p>
      ) : null}
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-panel px-4 py-3">
        <p role="status" className="min-w-0 flex-1 basis-60 text-table text-text2">
          {printTotal(request)}
        </p>
        <Button look="primary" refused={refusal} onClick={request.start}>
          {verb}
        </Button>
      </div>
    </div>
  );
};

type Props = FormProps & { open: boolean; onOpenChange: (open: boolean) => void; firstSessionId: string | null; nowMs: number };

const Steps = ({ firstSessionId, nowMs, ...form }: FormProps & Pick<Props, 'firstSessionId' | 'nowMs'>) => {
  const [sessionId, setSessionId] = useState(firstSessionId);
  if (sessionId === null) return <SessionPicker onPick={setSessionId} nowMs={nowMs} />;
  return <Form {...form} sessionId={sessionId} onChange={() => setSessionId(null)} />;
};

/** Runs reviewers on a session: which, with what, and exactly what that sends, before anything is sent. */
export const RunDialog = ({ open, onOpenChange, onStarted, ...steps }: Props) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Run reviewers" description="Nothing is sent until you confirm." width={720} grows>
    <Steps
      {...steps}
      onStarted={(id) => {
        onOpenChange(false);
        onStarted(id);
      }}
    />
  </Dialog>
);
