'use client';
import type { Observers } from './use-observers.ts';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Card } from '@/components/ui/card.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { ProgressBar } from '@/components/ui/progress-bar.tsx';
import type { Trial } from '@/lib/domain/trial.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { printLabeled } from './triage-words.ts';
import { TrialSessions } from './trial-sessions.tsx';
import { TrialTriaged } from './trial-triaged.tsx';

const toSentence = ({ status, counts: { gained, lost, kept, otherwise }, sessions, sessionsDone }: Trial): string => {
  const of = `of ${printCounted(status === 'done' ? sessions : sessionsDone, 'session')}${status === 'done' ? '' : ' so far'}`;
  if (status === 'done' && gained + lost + kept === 0) return `No findings in ${printCounted(sessions, 'session')}, before or after.`;
  const others = otherwise === 0 ? '' : ` (${printCount(otherwise)} of them changed)`;
  if (status === 'done' && gained + lost === 0) return `The same ${printCounted(kept, 'session')}${others} ${of} would have findings.`;
  return `${printCount(gained)} gained, ${printCount(lost)} lost, ${printCount(kept)} kept${others} ${of}.`;
};

const Progress = ({ trial, cancel }: { trial: Trial; cancel: () => void }) => (
  <div className="flex flex-col gap-2 border-b border-line p-3">
    <div className="flex items-center gap-2 text-table">
      <span className="flex-1" role="status">
        {printCount(trial.sessionsDone)} of {printCounted(trial.sessions, 'session')}
        <span className="text-text3">, {printCounted(trial.callsDone, 'call')}</span>
      </span>
      <Button size="small" onClick={cancel}>
        Cancel
      </Button>
    </div>
    <ProgressBar name="Sessions tried" share={trial.sessions === 0 ? 0 : trial.sessionsDone / trial.sessions} />
  </div>
);

/** Findings in the archive that the changes would add or remove. The trial runs in the background and writes nothing. */
export const TrialCard = ({ trial }: { trial: Observers['trial'] }) => {
  const { data } = trial;
  const isRunning = data?.status === 'running' || trial.isStarting;
  return (
    <Card title="Try on the archive" className="shrink-0" bodyClassName="" aside="nothing is written until you save">
      {isRunning ? null : (
        <div className="flex items-center gap-3 border-b border-line p-3 last:border-b-0">
          <p className="min-w-0 flex-1 text-table text-text2">
            {data
              ? trial.isOld
                ? 'The settings changed since: run it again.'
                : 'What the changed observers would find in all sessions.'
              : 'Change a parameter, then see which sessions would gain or lose findings.'}
          </p>
          <Button refused={trial.refusal} onClick={trial.run}>
            {data ? 'Retry' : 'Try on the archive'}
          </Button>
        </div>
      )}
      {trial.error ? <ErrorLine title="The trial could not be run" error={trial.error} retry={trial.run} /> : null}
      {data?.status === 'running' ? <Progress trial={data} cancel={trial.cancel} /> : null}
      {data?.status === 'failed' ? (
        <p role="alert" className="flex items-center gap-2 border-b border-line p-3 text-table text-high">
          <OutcomeMark outcome="error" />
          {data.problem}
        </p>
      ) : null}
      {data?.status === 'cancelled' ? (
        <p className="flex items-center gap-2 border-b border-line p-3 text-table text-med">
          <OutcomeMark outcome="interrupted" />
          {data.problem ?? 'Canceled.'} {printCount(data.sessionsDone)} of {printCounted(data.sessions, 'session')} were tried.
        </p>
      ) : null}
      {data && data.sessionsDone > 0 ? (
        <>
          <p className="px-3 pt-3 text-table font-semibold" role={data.status === 'done' ? 'status' : undefined}>
            {toSentence(data)}
          </p>
          <TrialTriaged triaged={data.triaged} />
          <p className="px-3 pt-1 text-table text-text2">{printLabeled(data.labeled)}</p>
          <TrialSessions trial={data} />
        </>
      ) : null}
    </Card>
  );
};
