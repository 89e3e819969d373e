'use client';
import { useState } from 'react';

/** The key that stood first when a list was drawn first; what arrives before it does not take its place. Another list begins anew. */
export const useFirstKey = (list: string, first: string | null): string | null => {
  const [held, setHeld] = useState<{ list: string; key: string } | null>(null);
  if (first !== null && held?.list !== list) setHeld({ list, key: first });
  return held?.list === list ? held.key : first;
};
