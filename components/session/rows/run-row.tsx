'use client';
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

const collect = ({ row, lookup }: RowProps) => {
  const indexes = Array.from({ length: Math.min(maxSummed, row.lastCall - row.call + 1) }, (_, at) => row.call + at);
  const calls = indexes.flatMap((index) => lookup.call(index)?.toolCall ?? []);
  const responses = calls.map((call) => ({ call, response: lookup.response(call.responseId) }));
  const tokens = responses.map(({ call, response }) => (response?.firstCall === call.callIndex ? sumTokens(response.tokens) : null));
  return {
    calls,
    whole: calls.length === row.lastCall - row.call + 1,
    durationMs: sumKnown(calls.map((call) => call.durationMs)),
    tokens: sumKnown(tokens),
  };
};

/** A run of fine calls in one line: how many, which tools, how long; opens in place. */
export const FineRunRow = (props: RowProps) => {
  const { row, prefix } = props;
  const actions = useTimelineActions();
  const { calls, whole, durationMs, tokens } = collect(props);
  return (
    <RowLine
      index={`${prefix}${row.call}–${row.lastCall}`}
      mark={<OutcomeMark outcome="ok" />}
      icon={<Chevron open={row.opened} />}
      duration={whole ? printDuration(durationMs) : ''}
      tokens={whole ? printCompact(tokens) : ''}
      expanded={row.opened}
      onSelect={() => {
        actions.select({ call: row.call, seq: row.seq });
        actions.toggle(row.key, !row.opened);
      }}
    >
      <span className="font-semibold">{printCounted(row.lastCall - row.call + 1, 'call')}</span>
      <span className="min-w-0 truncate text-text2">{toVisibleText(printNameCounts(calls.map((call) => call.name)))}</span>
    </RowLine>
  );
};

/** Repeats of one failing call in one line; opens in place. */
export const RepeatRunRow = (props: RowProps) => {
  const { row, lookup, prefix } = props;
  const actions = useTimelineActions();
  const { calls, whole, durationMs, tokens } = collect(props);
  const call = lookup.call(row.call)?.toolCall;
  const originals = new Set(calls.map((one) => one.sameAs));
  return (
    <RowLine
      index={`${prefix}${row.call}–${row.lastCall}`}
      mark={<OutcomeMark outcome="error" />}
      icon={call ? <ToolIcon kind={call.kind} /> : <Chevron open={row.opened} />}
      chips={
        <RowChip tone="high">
          {originals.size > 1 ? 'repeats' : 'same'}, {printCounted(row.lastCall - row.call + 1, 'call')}
        </RowChip>
      }
      duration={whole ? printDuration(durationMs) : ''}
      tokens={whole ? printCompact(tokens) : ''}
      expanded={row.opened}
      onSelect={() => {
        actions.select({ call: row.call, seq: row.seq });
        actions.toggle(row.key, !row.opened);
      }}
    >
      <span className="font-semibold">{toVisibleText(call?.name ?? '')}</span>
      <span className="min-w-0 truncate font-mono text-fact text-text2">
        {toVisibleText(toRelativePath(call?.summary ?? '', actions.cwd))}
      </span>
    </RowLine>
  );
};
