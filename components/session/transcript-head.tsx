'use client';
import { Heading, Rows3, Search, Text } from 'lucide-react';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import type { Turn } from '@/lib/domain/turn.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { TranscriptFilter } from './position.ts';

type Props = {
  turn: Turn | undefined;
  filter: TranscriptFilter;
  counts: { errors: number; edits: number | null; findings: number };
  onFilter: (filter: TranscriptFilter) => void;
  raw: boolean;
  onRaw: () => void;
  onOutline: () => void;
  onFind: () => void;
};

const names: Record<TranscriptFilter, string> = { all: 'All', errors: 'Errors', edits: 'Edits', findings: 'Findings' };
const filters: TranscriptFilter[] = ['all', 'errors', 'edits', 'findings'];

/** The turn that is being read, and what of it is shown. */
export const TranscriptHead = ({ turn, filter, counts, raw, onFilter, onRaw, onOutline, onFind }: Props) => {
  const countOf = (one: TranscriptFilter) => (one === 'all' ? null : counts[one]);
  return (
    <header className="flex min-h-8 shrink-0 items-center gap-2 border-b border-line bg-panel px-3 py-1 text-table">
      <IconButton icon={Rows3} name="Turns" size="small" onClick={onOutline} className="max-sm:hidden lg:hidden" />
      <span className="text-fact text-text3">{turn ? `T${turn.turnIdx}` : ''}</span>
      <h2 className="min-w-0 truncate font-semibold max-sm:hidden">
        {turn ? <SecretText text={toVisibleText(turn.title) || 'No text'} /> : 'Transcript'}
      </h2>
      {turn ? (
        <span className="shrink-0 text-fact text-text3 max-sm:hidden">
          {printCounted(turn.toolCalls, 'call')}
          {turn.toolErrors > 0 ? `, ${turn.toolErrors} failed` : ''}
        </span>
      ) : null}
      <SegmentedControl
        name="Show"
        size="head"
        value={filter}
        onChange={onFilter}
        className="ml-auto max-sm:min-w-0 max-sm:shrink"
        segments={filters
          .filter((one) => one !== 'findings' || counts.findings > 0 || filter === 'findings')
          .map((one) => {
            const count = countOf(one);
            return { value: one, label: count === null ? names[one] : `${names[one]} ${printCount(count)}` };
          })}
      />
      <IconButton
        icon={raw ? Text : Heading}
        name={raw ? 'Show Markdown' : 'Show texts as they were written'}
        keys="M"
        size="small"
        aria-pressed={raw}
        onClick={onRaw}
      />
      <IconButton icon={Search} name="Find in this session" keys="/" size="small" onClick={onFind} />
    </header>
  );
};
