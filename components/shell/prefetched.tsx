'use client';
import type { DehydratedState } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePrefetched } from '@/components/hooks/use-prefetched.ts';

/**
 * Draws a page in the browser once what the server read for it is there; that is sent while scripts load. Not with `Suspense`: React shows
 * what is sent for one only 300 ms after the first frame.
 */
export const Prefetched = ({ state, loading, children }: { state: Promise<DehydratedState>; loading: ReactNode; children: ReactNode }) =>
  usePrefetched(state) ? children : loading;
