'use client';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { useTimelineActions } from '@/components/session/timeline-context.ts';
import { Chevron } from '@/components/ui/chevron.tsx';
import { toPlainLine } from '@/lib/print/plain-line.ts';
import { toPromptTitle } from '@/lib/session/title-line.ts';
import { RowChip } from './row-chip.tsx';
import { RowLine } from './row-line.tsx';
import type { RowProps } from './row-props.ts';

/** Turns that the person took back, in one line: how many, and the first prompt of them. Expands in place. */
export const TakenBackRow = ({ row, lookup }: RowProps) => {
  const actions = useTimelineActions();
  const prompt = lookup.at(row.seq);
  const turns = row.turns ?? 1;
  return (
    <RowLine
      icon={<Chevron open={row.opened} />}
      chips={<RowChip tone="quiet">{turns === 1 ? '1 turn' : `${turns} turns`}</RowChip>}
      expanded={row.opened}
      onSelect={() => {
        actions.select({ call: null, seq: row.seq });
        actions.toggle(row.key, !row.opened);
      }}
    >
      <span className="shrink-0 font-semibold text-text2">Taken back</span>
      <span className="min-w-0 truncate text-text3">{prompt ? <SecretText text={toPlainLine(toPromptTitle(prompt.text))} /> : ''}</span>
    </RowLine>
  );
};
