'use client';
import { useState } from 'react';

type Input = { listKey: string; /** Of this list, not of the one before. */ hasRows: boolean; isEmpty: boolean };

/** Whether a list has lost the last of its rows while it was shown; another list that has none has not. */
export const useEmptied = ({ listKey, hasRows, isEmpty }: Input): boolean => {
  const [full, setFull] = useState<string | null>(null);
  if (hasRows && full !== listKey) setFull(listKey);
  return isEmpty && full === listKey;
};
