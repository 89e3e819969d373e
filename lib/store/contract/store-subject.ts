import type { StoreLimits } from '../store-limits.ts';
import type { Store } from '../store.ts';

/** Those of the stores that are tested: small, so that a test passes them soon. */
export const testedLimits: StoreLimits = { triagedAtOnce: 1_000, triagedPart: 100, keptSent: 300 };

/** A fresh, empty store; `connect` opens another connection to the same archive. */
export type StoreUnderTest = { store: Store; connect: () => Store; dispose(): Promise<void> };

/** The store of the running test; `put` appends a batch and settles its sessions. */
export type FreshStore = Omit<StoreUnderTest, 'dispose'> & { put(batch: Parameters<Store['append']>[0]): ReturnType<Store['append']> };

/** Input of each part of the suite: the store of the running test, and a way to make others beside it. */
export type StoreSubject = { fresh(): FreshStore; makeStore(): StoreUnderTest };
