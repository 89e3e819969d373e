import { Chip } from '@/components/ui/chip.tsx';
import type { TurnEnded } from '@/lib/domain/turn-ended.ts';
import { printTurnEnded } from '@/lib/print/turn-ended.ts';

/** How a turn ended, where that is worth a word; `reason`: the line that says why. Nothing for one that ended with an answer. */
export const EndedChip = ({ ended, reason }: { ended: TurnEnded; reason: string | null }) => {
  const word = printTurnEnded({ ended });
  return word === null ? null : (
    <span title={reason ?? undefined}>
      <Chip tone={ended === 'taken_back' ? 'dashed' : ended === 'interrupted' ? 'neutral' : 'med'}>{word}</Chip>
    </span>
  );
};
