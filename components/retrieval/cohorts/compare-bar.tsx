import type { ReactNode } from 'react';
import { cohortSplit } from '@/lib/domain/cohort.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { selectClass } from '../metric-select.tsx';
import type { RetrievalPage } from '../use-retrieval-page.ts';
import { splitWords, type Split } from './use-split.ts';

const Labeled = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="flex min-w-0 items-center gap-1.5 text-table text-text3">
    <span className="shrink-0">{label}</span>
    {children}
  </label>
);

type ValuesProps = { split: Split; value: string; other?: string; without: string | null; onChange: (value: string | null) => void };

/** The values of the archive, and the one of the address, which may be gone. */
const Values = ({ split: { values }, value, other, without, onChange }: ValuesProps) => (
  <select
    className={`${selectClass} max-w-64! min-w-0`}
    value={value}
    onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
  >
    {other === undefined ? null : <option value="">{other}</option>}
    {value !== '' && !values.some((one) => one.value === value) ? <option value={value}>{toVisibleText(value)}</option> : null}
    {values
      .filter((one) => one.value !== without)
      .map((one) => (
        <option key={one.value} value={one.value}>
          {toVisibleText(one.value)}, {printCounted(one.turns, 'turn')}
        </option>
      ))}
  </select>
);

/** Which two groups are compared. */
export const CompareBar = ({ page, split }: { page: RetrievalPage; split: Split }) => (
  <div
    role="group"
    aria-label="Compare"
    className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-panel px-3 py-1.5"
  >
    <Labeled label="Compare by">
      <select
        className={selectClass}
        value={page.by}
        onChange={({ target }) => {
          const by = cohortSplit.options.find((option) => option === target.value);
          if (by) page.split({ by, value: null, against: null });
        }}
      >
        {cohortSplit.options.map((by) => (
          <option key={by} value={by}>
            {splitWords[by]}
          </option>
        ))}
      </select>
    </Labeled>
    {split.isListed && !split.isEmpty ? (
      <Labeled label="Value">
        <Values split={split} value={split.value ?? ''} without={null} onChange={(value) => page.split({ value })} />
      </Labeled>
    ) : null}
    {split.isPaired && !split.isEmpty ? (
      <Labeled label="Against">
        <Values
          split={split}
          value={split.against ?? ''}
          other="all others"
          without={split.value}
          onChange={(against) => page.split({ against })}
        />
      </Labeled>
    ) : null}
    {page.by === 'period' ? (
      <Labeled label="From (UTC)">
        <input
          type="date"
          className={selectClass}
          value={split.value?.slice(0, 10) ?? ''}
          onChange={({ target }) => page.split({ value: target.value === '' ? null : target.value })}
        />
        <span className="text-text3">against before</span>
      </Labeled>
    ) : null}
  </div>
);
