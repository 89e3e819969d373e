import { ArrowDownNarrowWide } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { KeyHint } from '@/components/ui/key-hint.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { printCount } from '@/lib/print/number.ts';
import { confidenceLevels } from '@/lib/domain/summary.ts';
import type { ConfidenceLevels } from './use-confidence-levels.ts';
import type { SummariesState } from './use-summaries-state.ts';

const all = 'All';

/** How sure the turns of the list are, which of them are shown, and whether the least sure come first. */
export const ConfidenceBar = ({
  url: { state, set, toggleSort },
  levels: { levels, total },
}: {
  url: SummariesState;
  levels: ConfidenceLevels;
}) =>
  total === 0 && state.confidence === null ? null : (
    <div role="group" aria-label="How sure" className="flex flex-wrap items-center gap-2 px-3 pt-3">
      <SegmentedControl
        name="Confidence"
        value={state.confidence ?? all}
        segments={[
          { value: all, label: all, ...(total !== null && { count: printCount(total) }) },
          ...levels.map(({ level, count }) => ({ value: level, label: level, count: printCount(count) })),
        ]}
        onChange={(value) => set({ confidence: confidenceLevels.find((level) => level === value) ?? null })}
        isStacked
      />
      <Button aria-pressed={state.sort === 'confidence'} onClick={toggleSort}>
        <Icon of={ArrowDownNarrowWide} /> Least sure first <KeyHint of="O" />
      </Button>
    </div>
  );
