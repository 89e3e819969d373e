'use client';
import { useNow } from '@/components/hooks/use-now.ts';
import type { Observations } from '@/components/observations/use-observations.ts';
import type { TriageConflict as Conflict } from './triage-state.ts';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Button } from '@/components/ui/button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { KeyHint } from '@/components/ui/key-hint.tsx';
import type { ChangedMeanwhile } from '@/lib/domain/triage.ts';
import { printAgo } from '@/lib/print/duration.ts';
import { printCount } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printDoing, stateWords } from '@/components/observations/observation-words.ts';
import { findRefusal } from './triage-command.ts';
import { cutText } from '@/lib/print/cut-text.ts';

const maxShown = 3;
const maxNote = 200;

/** `title` null: shown above. */
const Changed = ({ title, changed, nowMs }: { title: string | null; changed: ChangedMeanwhile; nowMs: number }) => {
  const { last, state } = changed;
  return (
    <li className="break-words">
      {title === null ? 'It' : <strong className="font-semibold">{toVisibleText(title)}</strong>} is {stateWords[state].toLowerCase()} now
      {last === null ? '' : `: ${toVisibleText(last.by)}, ${printAgo(Math.max(0, nowMs - last.atMs))}`}
      {last?.note ? `, “${toVisibleText(cutText(last.note, maxNote))}”` : ''}.
    </li>
  );
};

type Props = {
  conflict: Conflict;
  triage: Pick<Observations['triage'], 'leave' | 'doAnyway' | 'isForcing'>;
  /** Shown in the form it was written in, else at the foot. */
  isInDetail?: boolean;
};

const showAtOnce = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' });

/** Somebody else was faster: who did what, and whether it shall be done all the same. Nothing was changed. */
export const TriageConflict = ({ conflict: { command, changed, message }, triage, isInDetail = false }: Props) => {
  const nowMs = useNow(10_000) ?? 0;
  const refusal = findRefusal(command, changed);
  return (
    <section
      ref={showAtOnce}
      role="alert"
      aria-label="Changed in the meantime"
      className={cx(
        'flex shrink-0 flex-wrap gap-x-3 gap-y-2 border-line bg-medbg px-3 py-2 text-table',
        isInDetail ? 'items-start rounded-card border' : 'items-center border-t',
      )}
    >
      <span className="flex h-4.5 items-center">
        <SeverityMark severity="medium" named />
      </span>
      <div className={cx('min-w-0 flex-1', isInDetail ? 'basis-4/5' : 'basis-60')}>
        <p className="font-semibold">Changed in the meantime. Nothing was done.</p>
        {changed.length === 0 ? <p>{toVisibleText(message)}</p> : null}
        <ul>
          {changed.slice(0, maxShown).map((one) => (
            <Changed key={one.id} title={isInDetail ? null : (command.titles.get(one.id) ?? one.id)} changed={one} nowMs={nowMs} />
          ))}
          {changed.length > maxShown ? <li>and {printCount(changed.length - maxShown)} more</li> : null}
        </ul>
        {refusal === null ? null : <p>{refusal}</p>}
        {command.note === null ? null : <p className="wrap-anywhere">Your note: “{toVisibleText(cutText(command.note, maxNote))}”</p>}
      </div>
      <span className={cx('flex flex-wrap gap-2', isInDetail && 'w-full pl-6')}>
        <Button onClick={triage.leave} refused={triage.isForcing ? 'Sending' : null}>
          Keep as is <KeyHint of="Esc" />
        </Button>
        {refusal === null ? (
          <Button onClick={triage.doAnyway} refused={triage.isForcing ? 'Sending' : null}>
            Do it anyway: {printDoing(command.action, command.reason)} <KeyHint of="D" />
          </Button>
        ) : null}
      </span>
    </section>
  );
};
