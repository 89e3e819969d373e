'use client';
import { useState } from 'react';

type Input = { listKey: string; /** Of this list, not of the one before. */ hasRows: boolean; isEmpty: boolean };

/** Whether the list lost its last row while shown. A list that was empty from the start did not. */
export const useEmptied = ({ listKey, hasRows, isEmpty }: Input): boolean => {
  const [full, setFull] = useState<string | null>(null);
  if (hasRows && full !== listKey) setFull(listKey);
  return isEmpty && full === listKey;
};
