import type { ChangeStore } from './change-store.ts';
import type { DataStore } from './data-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { ExperimentStore } from './experiment-store.ts';
import type { ImportStore } from './import-store.ts';
import type { IngestStore } from './ingest-store.ts';
import type { MetricsStore } from './metrics-store.ts';
import type { ObservationStore } from './observation-store.ts';
import type { ObserverStore } from './observer-store.ts';
import type { RedecodeStore } from './redecode-store.ts';
import type { ReviewStore } from './review-store.ts';
import type { SearchStore } from './search-store.ts';
import type { SessionStore } from './session-store.ts';
import type { TrajectoryStore } from './trajectory-store.ts';
import type { SummaryStore } from './summary-store.ts';
import type { WatchStore } from './watch-store.ts';

/**
 * The archive behind one port. Operations are coarse and async; no transaction handle leaves an engine. Every operation
 * either happens whole or not at all, unless it says otherwise. On a busy database it is tried again for up to 10 s before it fails with
 * `store_busy`; writes of one store wait in line, and a store that writes for long pauses for others. Lists are windows. One contract suite (contract/) runs against every engine.
 */
export type Store = IngestStore &
  RedecodeStore &
  SessionStore &
  SearchStore &
  MetricsStore &
  ExperimentStore &
  ObserverStore &
  ObservationStore &
  DeliveryStore &
  SummaryStore &
  ReviewStore &
  ImportStore &
  WatchStore &
  DataStore &
  TrajectoryStore &
  ChangeStore & {
    /** Whether the archive was found damaged. Then every write fails with `damaged`, from any process; reading goes on where it can. */
    isDamaged(): Promise<boolean>;
    close(): Promise<void>;
  };
