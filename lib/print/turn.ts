/** A turn by its number: T0 is the first prompt's, and T– what an agent did before it. */
export const printTurn = (turnIdx: number): string => `T${turnIdx < 0 ? '–' : turnIdx}`;
