import { Dices, Eye } from 'lucide-react';
import { Chip } from '@/components/ui/chip.tsx';
import { Icon } from '@/components/ui/icon.tsx';

/** As it happened: it says what differs, never what causes it. */
export const ObservationalChip = () => (
  <Chip tone="dashed">
    <Icon of={Eye} size={12} />
    Observational
  </Chip>
);

/** Sessions were assigned at random: a difference has one cause. */
export const RandomizedChip = () => (
  <Chip tone="accent">
    <Icon of={Dices} size={12} />
    Randomized experiment
  </Chip>
);

/** Demo data. */
export const SyntheticChip = () => (
  <span title="Simulated demo data. It is compared only while there is no other.">
    <Chip tone="dashed">synthetic</Chip>
  </span>
);
