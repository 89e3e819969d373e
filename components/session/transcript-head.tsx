'use client';
import { Eye, EyeOff, Heading, Rows3, Search, Text } from 'lucide-react';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import type { Turn } from '@/lib/domain/turn.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { toPlainLine } from '@/lib/print/plain-line.ts';
import { printTurn } from '@/lib/print/turn.ts';
import type { TranscriptFilter } from './position.ts';

type Props = {
  turn: Turn | undefined;
  filter: TranscriptFilter;
  counts: { errors: number; edits: number | null; findings: number };
  onFilter: (filter: TranscriptFilter) => void;
  /** How many quiet records there are, and whether they are shown. */
  quietRecords: number;
  quiet: boolean;
  onQuiet: () => void;
  raw: boolean;
  onRaw: () => void;
  onOutline: () => void;
  onFind: () => void;
};

const names: Record<TranscriptFilter, string> = { all: 'All', errors: 'Errors', edits: 'Edits', findings: 'Findings' };
const filters: TranscriptFilter[] = ['all', 'errors', 'edits', 'findings'];

/** The turn that is being read, and what of it is shown. Each part keeps its place whatever turn it is, as that follows scrolling. */
export const TranscriptHead = ({ turn, filter, counts, quietRecords, quiet, onQuiet, raw, onFilter, onRaw, onOutline, onFind }: Props) => {
  const countOf = (one: TranscriptFilter) => (one === 'all' ? null : counts[one]);
  return (
    <header className="flex min-h-8 shrink-0 items-center gap-2 border-b border-line bg-panel px-3 py-1 text-table">
      <IconButton icon={Rows3} name="Turns" size="small" onClick={onOutline} className="max-sm:hidden lg:hidden" />
      <span className="min-w-8 shrink-0 text-fact text-text3">{turn ? printTurn(turn.turnIdx) : ''}</span>
      <h2 className="min-w-0 flex-1 truncate font-semibold max-sm:hidden">
        {turn ? <SecretText text={toPlainLine(turn.title) || 'No text'} /> : 'Transcript'}
      </h2>
      {turn ? (
        <span className="min-w-28 shrink-0 text-fact text-text3 max-wide:hidden">
          {printCounted(turn.toolCalls, 'call')}
          {turn.toolErrors > 0 ? `, ${turn.toolErrors} failed` : ''}
        </span>
      ) : null}
      {quietRecords === 0 ? null : (
        <Tooltip text={quiet ? 'Hide quiet records' : 'Show hidden records'} keys="H">
          <button
            type="button"
            aria-pressed={quiet}
            onClick={onQuiet}
            className="ml-auto inline-flex shrink-0 items-center gap-1 rounded-control px-1 text-fact text-text3 hover:bg-hover hover:text-text pointer-coarse:min-h-10 pointer-coarse:min-w-10 pointer-coarse:justify-center"
          >
            <Icon of={quiet ? Eye : EyeOff} />
            {printCount(quietRecords)}
            <span className="max-xl:sr-only">
              {quiet ? 'quiet' : 'hidden'} {quietRecords === 1 ? 'record' : 'records'}
            </span>
          </button>
        </Tooltip>
      )}
      <SegmentedControl
        name="Show"
        size="head"
        value={filter}
        onChange={onFilter}
        className={`max-sm:min-w-0 max-sm:shrink ${quietRecords === 0 ? 'ml-auto' : ''}`}
        segments={filters
          .filter((one) => one !== 'findings' || counts.findings > 0 || filter === 'findings')
          .map((one) => {
            const count = countOf(one);
            return { value: one, label: names[one], ...(count !== null && { count: printCount(count) }) };
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
