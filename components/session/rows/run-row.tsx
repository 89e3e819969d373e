'use client';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { ToolIcon } from '@/components/marks/tool-icon.tsx';
import { printNameCounts, sumKnown } from '@/components/session/run-summary.ts';
import { sumTokens } from '@/components/session/record-lookup.ts';
import { useTimelineActions } from '@/components/session/timeline-context.ts';
import { Chevron } from '@/components/ui/chevron.tsx';
import { printDuration } from '@/lib/print/duration.ts';
import { printCompact, printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { toRelativePath } from '@/components/session/relative-path.ts';
import { RowChip } from './row-chip.tsx';
import { RowLine } from './row-line.tsx';
import type { RowProps } from './row-props.ts';

const maxSummed = 500;

/** Its calls (at most `maxSummed`), and what the line of any run shows. The totals stay empty until every call is loaded. */
const useRun = ({ row, lookup, prefix }: RowProps) => {
  const actions = useTimelineActions();
  const count = row.lastCall - row.call + 1;
  const indexes = Array.from({ length: Math.min(maxSummed, count) }, (_, at) => row.call + at);
  const calls = indexes.flatMap((index) => lookup.call(index)?.toolCall ?? []);
  const responses = calls.map((call) => ({ call, response: lookup.response(call.responseId) }));
  const tokens = responses.map(({ call, response }) => (response?.firstCall === call.callIndex ? sumTokens(response.tokens) : null));
  const isWhole = calls.length === count;
  const line = {
    index: `${prefix}${row.call}–${row.lastCall}`,
    duration: isWhole ? printDuration(sumKnown(calls.map((call) => call.durationMs))) : '',
    tokens: isWhole ? printCompact(sumKnown(tokens)) : '',
    expanded: row.opened,
    onSelect: () => {
      actions.select({ call: row.call, seq: row.seq });
      actions.toggle(row.key, !row.opened);
    },
  };
  return { calls, line, printedCount: printCounted(count, 'call') };
};

/** A run of successful calls in one line: how many, which tools, how long. Expands in place. */
export const FineRunRow = (props: RowProps) => {
  const { calls, line, printedCount } = useRun(props);
  return (
    <RowLine {...line} mark={<OutcomeMark outcome="ok" />} icon={<Chevron open={line.expanded} />}>
      <span className="font-semibold">{printedCount}</span>
      <span className="min-w-0 truncate text-text2">{toVisibleText(printNameCounts(calls.map((call) => call.name)))}</span>
    </RowLine>
  );
};

/** Repeats of one failing call in one line. Expands in place. */
export const RepeatRunRow = (props: RowProps) => {
  const { calls, line, printedCount } = useRun(props);
  const { cwd } = useTimelineActions();
  const call = props.lookup.call(props.row.call)?.toolCall;
  const originals = new Set(calls.map((one) => one.sameAs));
  return (
    <RowLine
      {...line}
      mark={<OutcomeMark outcome="error" />}
      icon={call ? <ToolIcon kind={call.kind} /> : <Chevron open={line.expanded} />}
      chips={
        <RowChip tone="high">
          {originals.size > 1 ? 'repeats' : 'same'}, {printedCount}
        </RowChip>
      }
    >
      <span className="font-semibold">{toVisibleText(call?.name ?? '')}</span>
      <span className="min-w-0 truncate font-mono text-fact text-text2">
        <SecretText text={toVisibleText(toRelativePath(call?.summary ?? '', cwd))} />
      </span>
    </RowLine>
  );
};
