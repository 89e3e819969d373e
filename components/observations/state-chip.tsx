import { Check, Circle, CornerUpLeft, Eye, type LucideIcon } from 'lucide-react';
import { Chip } from '@/components/ui/chip.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import type { ObservationState } from '@/lib/domain/observation.ts';
import { stateWords } from './observation-words.ts';

const icons: Partial<Record<ObservationState, LucideIcon>> = { open: Circle, regressed: CornerUpLeft, acknowledged: Eye };

/** The status of an observation. Only a regression is colored; a resolved one shows its reason, one that its observer gave up says so. */
export const StateChip = ({ state, isNoLongerFound }: { state: ObservationState; isNoLongerFound: boolean }) => (
  <Chip tone={state === 'open' ? 'outline' : state === 'regressed' ? 'high' : 'neutral'}>
    <Icon of={icons[state] ?? Check} size={state === 'open' ? 10 : 12} />
    {isNoLongerFound ? 'No longer found' : stateWords[state]}
  </Chip>
);
