'use client';
import { useFocusHandover } from './use-focus-handover.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import type { Outgoing } from './use-outgoing.ts';
import { FileProblems } from '@/components/observers/file-problems.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { deliveryState, type DeliveryState } from '@/lib/domain/delivery.ts';
import { printCount } from '@/lib/print/number.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { SinkList } from './sink-list.tsx';

const labels: Record<DeliveryState, string> = { pending: 'Queued', sent: 'Sent', dead: 'Failed' };
const empty: Record<DeliveryState, string> = {
  pending: 'Nothing queued.',
  sent: 'Nothing sent yet.',
  dead: 'No failed deliveries.',
};

type Props = { outgoing: Outgoing; data: NonNullable<Outgoing['data']> };

/** Webhooks and files, and their deliveries by status. */
export const OutgoingPanel = ({ outgoing: { shown, show, error, refetch, retry, retryAll, retryError }, data }: Props) => {
  const nowMs = useNow(1_000);
  const [root, hold] = useFocusHandover<HTMLDivElement>('[data-retry]', '[role=radio][aria-checked=true]');
  const state = shown ?? 'dead';
  const counts: Record<DeliveryState, number> = {
    pending: data.pending,
    sent: data.sinks.reduce((sum, { sent }) => sum + sent, 0),
    dead: data.dead,
  };
  const held = new Set(data.sinks.filter(({ problem }) => problem !== null).map(({ name }) => name));
  // Items that stay on screen while others load are in another state.
  const items = data.items.filter((item) => item.state === state);
  return (
    <div ref={root} className="flex flex-col gap-3">
      {data.config.problems.length > 0 ? <FileProblems {...data.config} fallback="nothing is sent." /> : null}
      {data.sinks.length > 0 ? (
        <SinkList
          sinks={data.sinks}
          isBroken={data.config.problems.length > 0}
          onRetryAll={(sink, button) => {
            hold(button);
            retryAll(sink);
          }}
        />
      ) : null}
      <div>
        <SegmentedControl
          name="Deliveries by status"
          value={state}
          segments={deliveryState.options.map((value) => ({ value, label: labels[value], count: printCount(counts[value]) }))}
          onChange={show}
        />
      </div>
      {error ? <ErrorLine title="Deliveries could not be loaded" error={error} retry={() => void refetch()} className="px-0" /> : null}
      {retryError ? (
        <p role="alert" className="text-table text-high">
          {retryError.message}
        </p>
      ) : null}
      {counts[state] === 0 ? <p className="text-table text-text3">{empty[state]}</p> : null}
      <ul aria-label={labels[state]}>
        {items.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            isHeld={held.has(delivery.sink)}
            nowMs={nowMs}
            onRetry={(id, button) => {
              hold(button);
              retry(id);
            }}
          />
        ))}
      </ul>
      {items.length > 0 && counts[state] > items.length ? (
        <p className="text-fact text-text3">{printCount(counts[state] - items.length)} older ones are not listed.</p>
      ) : null}
    </div>
  );
};
