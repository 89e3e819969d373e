import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import { listPrivatePaths } from '../../db/data-folder.ts';
import { openStore } from '../../db/open-store.ts';
import { makeConfigFile } from '../services/config/config-file.ts';
import { makeArchiveService } from '../services/data/archive-service.ts';
import { makeDataService } from '../services/data/data-service.ts';
import { makeExportService } from '../services/export/export-service.ts';
import { makeExperimentService } from '../services/experiments/experiment-service.ts';
import { makeCohortService } from '../services/metrics/cohort-service.ts';
import { makeMetricsService } from '../services/metrics/metrics-service.ts';
import { findPerson } from '../services/observations/find-person.ts';
import { makeObservationService } from '../services/observations/observation-service.ts';
import { makeAnswerEvent } from '../services/reviews/answer-event.ts';
import { openReviews } from '../services/reviews/open-reviews.ts';
import { makeReviewService } from '../services/reviews/review-service.ts';
import { makeRetrievalService } from '../services/retrieval/retrieval-service.ts';
import { makeSearchService } from '../services/search/search-service.ts';
import { makeSessionService } from '../services/sessions.ts';
import { makeSnapshotService } from '../services/trajectories/snapshot-service.ts';
import { makeTrajectoryService } from '../services/trajectories/trajectory-service.ts';
import { makeSummarizers } from '../services/summaries/summarizers.ts';
import { makeSummaryService } from '../services/summaries/summary-service.ts';
import { findExposure, makePrivate } from '../sources/private-files.ts';
import type { Store } from '../store/store.ts';
import { makeChangeHub } from './changes.ts';
import type { Container } from './container.ts';
import { log } from './log.ts';
import { checkArchive } from './open/check-archive.ts';
import { openDeliveries } from './open/open-deliveries.ts';
import { openImports } from './open/open-imports.ts';
import { openObservers } from './open/open-observers.ts';
import { toPlaces, toWorkerFile, type Places, type ServerOptions } from './open/places.ts';
import { startThread } from './start-thread.ts';
import type { DataWorkerSettings } from './worker-messages.ts';

/** The services over a store, each subject with its worker, none of which runs before `start`. */
export const makeContainer = (store: Store, places: Places, { version, variables }: ServerOptions) => {
  const now = Date.now;
  const config = makeConfigFile(places.config);
  const changes = makeChangeHub(store);
  const { observers, assessments, live, ...observing } = openObservers({ store, places, config, now });
  const { imports, watch, demo, ...importing } = openImports({ store, places, now, ...observing });
  const reviewing = openReviews({ store, config, variables });
  const { deliveries, ...sending } = openDeliveries({ store, places, config, loadBundles: reviewing.loadBundles, variables, now });
  const archive = makeArchiveService({
    store,
    now,
    databaseFile: places.databaseFile,
    home: homedir(),
    startWork: (work, events) => {
      const workerData: DataWorkerSettings = { ...places, work };
      return startThread(toWorkerFile(places, 'data'), workerData, work.kind, events);
    },
    processId: process.pid,
    reread: watch.reread,
  });
  const close = async (): Promise<void> => {
    changes.close();
    archive.close();
    const closed = await Promise.allSettled([importing.close(), observing.close(), sending.close(), live.close()]);
    await store.close();
    for (const one of closed) if (one.status === 'rejected') throw one.reason;
  };
  const start = async (): Promise<void> => {
    await importing.start();
    observing.start();
    sending.start();
  };
  const container: Container = {
    version,
    store,
    sessions: makeSessionService({ store, now }),
    search: makeSearchService({ store, now }),
    retrieval: makeRetrievalService({ store, now, loadConfig: () => config.load().retrieval }),
    experiments: makeExperimentService({ store, now, makeId: randomUUID }),
    metrics: makeMetricsService({ store, now }),
    cohorts: makeCohortService({ store, now }),
    assessments,
    live,
    observations: makeObservationService({
      store,
      now,
      makeId: randomUUID,
      person: findPerson(),
      redacts: () => config.load().redact.on_import,
    }),
    deliveries,
    summaries: makeSummaryService({
      store,
      now,
      summarizers: makeSummarizers({ loadConfig: () => config.load().summaries, variables, now }),
    }),
    observers,
    reviews: makeReviewService({ ...reviewing, config, makeId: randomUUID }),
    answerEvent: makeAnswerEvent({ ...reviewing, live, makeId: randomUUID }),
    imports,
    watch,
    archive,
    data: makeDataService({ store, now }),
    exports: makeExportService({ store, now }),
    snapshots: makeSnapshotService({ store, now }),
    trajectories: makeTrajectoryService({ store }),
    changes,
    demo,
    close,
  };
  return { container, start };
};

/** Opens the archive and every service of the server. */
export const openContainer = async (options: ServerOptions): Promise<Container> => {
  const places = toPlaces(options);
  // Before it is opened: the files that the engine creates beside it get its mode.
  const paths = makePrivate(listPrivatePaths(options.variables));
  if (paths.length > 0) log('info', 'other users of this machine could open these; now only you can', { paths });
  const problem = findExposure(path.dirname(places.databaseFile));
  if (problem !== null) log('warn', 'only the database is used in this folder', { problem });
  const { container, start } = makeContainer(openStore(places.databaseFile, places), places, options);
  const checking = checkArchive(places);
  const close = async (): Promise<void> => {
    checking.close();
    await container.close();
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return { ...container, close };
};
