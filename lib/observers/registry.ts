import type { ObserverKind } from './observer.ts';
import { stall } from './stall.ts';

/** The only list of observers. */
export const observerKinds: readonly ObserverKind[] = [stall];
