import { useState } from 'react';

/** The value when `holds` was last true, for stale data that is shown until newer data arrives. */
export const useLastWhen = <T extends string | number | boolean | null>(holds: boolean, value: T): T => {
  const [last, setLast] = useState(value);
  if (holds && last !== value) setLast(value);
  return holds ? value : last;
};
