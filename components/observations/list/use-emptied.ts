'use client';
import { useState } from 'react';

type Input = { listKey: string; /** True for rows of this list, not of the previous one. */ hasRows: boolean; isEmpty: boolean };

/** Whether the list lost its last row while shown. A list that was empty from the start did not. */
export const useEmptied = ({ listKey, hasRows, isEmpty }: Input): boolean => {
  const [full, setFull] = useState<string | null>(null);
  if (hasRows && full !== listKey) setFull(listKey);
  return isEmpty && full === listKey;
};
