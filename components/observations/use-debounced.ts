'use client';
import { useState } from 'react';
import { useSettled } from '@/components/hooks/use-settled.ts';

/** The value once it has rested for `ms`: what is asked of the server need not follow each step of a held key. */
export const useDebounced = <T>(value: T, ms: number): T => {
  const [rested, setDebounced] = useState(value);
  useSettled(value, ms, setDebounced);
  return rested;
};
