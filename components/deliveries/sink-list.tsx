import { Button } from '@/components/ui/button.tsx';
import type { SinkStatus } from '@/lib/domain/delivery.ts';
import { observationSeverity } from '@/lib/domain/observation.ts';
import { printCount } from '@/lib/print/number.ts';

type Props = {
  sinks: readonly SinkStatus[];
  /** The configuration file is broken: it may define sinks that are not listed. */
  isBroken: boolean;
  /** Also receives the button, to move the focus. */
  onRetryAll: (sink: string, button: HTMLButtonElement) => void;
};

const severityCount = observationSeverity.options.length;

/** `critical and high`. */
const printWanted = (severities: SinkStatus['severities']): string =>
  severities.length === severityCount ? 'any severity' : new Intl.ListFormat('en').format(severities);

/** The target of a sink, its filter, and why nothing is sent if it is on hold. */
export const SinkList = ({ sinks, isBroken, onRetryAll }: Props) => (
  <ul aria-label="Webhooks and files" className="rounded-card border border-line">
    {sinks.map(({ name, kind, to, severities, problem, pending, sent, dead }) => (
      <li key={name} className="flex flex-col gap-0.5 border-b border-line px-3 py-2 text-table last:border-b-0">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <strong className="font-semibold">{name}</strong>
          <span className="text-fact text-text3">{kind ?? (isBroken ? 'unknown' : 'removed')}</span>
          <span className="ml-auto text-fact text-text2">
            {printCount(sent)} sent, {printCount(pending)} queued
            {dead > 0 ? <span className="text-high">, {printCount(dead)} failed</span> : null}
          </span>
          {dead > 0 && kind !== null ? (
            <Button
              size="small"
              data-retry
              onClick={({ currentTarget }) => onRetryAll(name, currentTarget)}
              aria-label={`Retry all: ${name}`}
            >
              Retry all
            </Button>
          ) : null}
        </span>
        {to === null ? null : (
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="font-mono text-fact break-all text-text2">{to}</span>
            <span className="ml-auto text-fact text-text2">{printWanted(severities)}</span>
          </span>
        )}
        {problem === null ? null : <span className="text-fact text-med">{problem}</span>}
      </li>
    ))}
  </ul>
);
