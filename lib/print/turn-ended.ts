import type { Turn } from '../domain/turn.ts';

/** How a turn ended, as people read it; null where that goes without saying. */
const words: Readonly<Record<Turn['ended'], string | null>> = {
  answered: null,
  interrupted: 'interrupted',
  refused: 'refused',
  service_error: 'service error',
  usage_limit: 'usage limit',
  open: null,
  taken_back: 'taken back',
  unknown: null,
};

/** `service error`, `taken back`; null where a turn ended with an answer, or where that is not known. */
export const printTurnEnded = ({ ended }: Pick<Turn, 'ended'>): string | null => words[ended];
