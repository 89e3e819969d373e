import Link from 'next/link';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Button } from '@/components/ui/button.tsx';
import type { Delivery } from '@/lib/domain/delivery.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printDayClock, printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const toWait = (nextAtMs: number, nowMs: number): string => {
  const seconds = Math.ceil((nextAtMs - nowMs) / 1_000);
  if (seconds <= 0) return 'now';
  return seconds < 120 ? `in ${seconds} s` : `in ${Math.ceil(seconds / 60)} min`;
};

const toFacts = ({ state, sink, event, attempts, nextAtMs }: Delivery, isHeld: boolean, nowMs: number | null): string =>
  [
    sink,
    event === 'observation.regressed' ? 'regressed' : 'new',
    attempts === 0 || (state === 'sent' && attempts === 1) ? null : `${printCounted(attempts, 'attempt')} since last queued`,
    nextAtMs === null || nowMs === null ? null : isHeld ? `on hold until ${sink} works` : `next ${toWait(nextAtMs, nowMs)}`,
  ]
    .filter((fact) => fact !== null)
    .join(', ');

type Props = {
  delivery: Delivery;
  /** Its sink is on hold and says why. */ isHeld: boolean;
  nowMs: number | null;
  /** Also receives the button, to move the focus. */ onRetry: (id: string, button: HTMLButtonElement) => void;
};

/** A delivery: its event, sink, time, and last error. */
export const DeliveryRow = ({ delivery, isHeld, nowMs, onRetry }: Props) => {
  const { id, title, state, error, createdAtMs, endedAtMs, observationId } = delivery;
  const atMs = endedAtMs ?? createdAtMs;
  return (
    <li className="flex items-start gap-3 border-b border-line py-2 text-table last:border-b-0">
      <div className="min-w-0 flex-1">
        <Link
          href={`/observations?view=single&status=all&severity=all&at=${observationId}`}
          prefetch={false}
          className="row-focus block truncate text-accent"
        >
          <SecretText text={toVisibleText(title.replace(/\s+/gu, ' '))} />
        </Link>
        <p className="text-fact text-text2">{toFacts(delivery, isHeld, nowMs)}</p>
        {error === null ? null : (
          <p className="flex items-start gap-1 text-fact break-words text-text2">
            <SeverityMark severity={state === 'dead' ? 'high' : 'medium'} size={10} />
            <span className="min-w-0">{toVisibleText(error)}</span>
          </p>
        )}
      </div>
      <time className="shrink-0 text-fact text-text3" title={printIso(atMs)}>
        {nowMs === null ? '' : printDayClock(atMs, nowMs)}
      </time>
      {state === 'dead' ? (
        <Button size="small" data-retry onClick={({ currentTarget }) => onRetry(id, currentTarget)} aria-label={`Retry: ${title}`}>
          Retry
        </Button>
      ) : null}
    </li>
  );
};
