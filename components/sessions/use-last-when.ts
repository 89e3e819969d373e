import { useState } from 'react';

/** The value as it was when `holds` was last true: what belongs to data that is still drawn while newer data is on its way. */
export const useLastWhen = <T extends string | number | boolean | null>(holds: boolean, value: T): T => {
  const [last, setLast] = useState(value);
  if (holds && last !== value) setLast(value);
  return holds ? value : last;
};
