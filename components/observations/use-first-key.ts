'use client';
import { useState } from 'react';

/** The first key when the list was first rendered; later arrivals do not replace it until the list changes. */
export const useFirstKey = (list: string, first: string | null): string | null => {
  const [held, setHeld] = useState<{ list: string; key: string } | null>(null);
  if (first !== null && held?.list !== list) setHeld({ list, key: first });
  return held?.list === list ? held.key : first;
};
