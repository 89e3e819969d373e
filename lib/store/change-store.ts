import type { Change, ChangeTopic } from '../domain/change.ts';

export interface ChangeStore {
  /** Announces something that is in no table (an upload's progress). */
  announce(topic: ChangeTopic, subjectId: string): Promise<void>;
  /**
   * At most `limit` changes after a cursor, in an order in which none appears later before one that was read; and the cursor of the last
   * of them, or where reading stopped. Null, and a cursor that this archive did not give, stand for its end: no changes, and the cursor of
   * now, which is another one as soon as anything was logged.
   */
  readChanges(after: string | null, limit: number): Promise<{ changes: Change[]; cursor: string }>;
  /**
   * Calls `onWrite` within 100 ms of any commit by any process (a second where the system does not report writes to files), never inside a
   * transaction; several commits may be one call, and a commit that logged no change may be one too. `onError`: the archive could not be
   * watched for a moment. Answers what ends it; closing the store ends all.
   */
  subscribe(subscriber: { onWrite: () => void; onError: (error: unknown) => void }): () => void;
}
