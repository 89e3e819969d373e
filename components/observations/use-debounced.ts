'use client';
import { useState } from 'react';
import { useSettled } from '@/components/hooks/use-settled.ts';

/** The debounced value: requests need not follow each repeat of a held key. */
export const useDebounced = <T>(value: T, ms: number): T => {
  const [rested, setDebounced] = useState(value);
  useSettled(value, ms, setDebounced);
  return rested;
};
