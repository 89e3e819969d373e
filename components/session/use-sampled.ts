'use client';
import { useEffect, useRef, useState } from 'react';

/** A value that moves on fast, looked at every `ms`; 0: as it is. */
export const useSampled = <T>(value: T, ms: number): T => {
  const [sample, setSample] = useState(value);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  useEffect(() => {
    if (ms === 0) return undefined;
    const timer = setInterval(() => setSample(latest.current), ms);
    return () => clearInterval(timer);
  }, [ms]);
  if (ms === 0 && sample !== value) setSample(value);
  return ms === 0 ? value : sample;
};
