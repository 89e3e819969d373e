import { randomUUID } from 'node:crypto';
import type { ConfigFile } from '../../services/config/config-file.ts';
import { makeLiveService } from '../../services/live/live-service.ts';
import { makeAssessmentService } from '../../services/observe/assessment-service.ts';
import { makeObserversService } from '../../services/observers/observers-service.ts';
import { makeTrials } from '../../services/observers/trials.ts';
import type { Store } from '../../store/store.ts';
import { log } from '../log.ts';
import { makeObserverThread } from '../observer-thread.ts';
import { makeWorkerTrial } from '../worker-trial.ts';
import { toWorkerFile, type Places } from './places.ts';

type Deps = { store: Store; places: Places; config: ConfigFile; now: () => number };

/** Observers in a worker, their trials and assessments, and the feedback to running agents. */
export const openObservers = ({ store, places, config, now }: Deps) => {
  const thread = makeObserverThread(toWorkerFile(places, 'observer'), places);
  const trials = makeTrials({ startTrial: makeWorkerTrial(toWorkerFile(places, 'trial'), places), makeId: randomUUID });
  const loadObservers = () => config.load().set;
  const loadFeedback = () => {
    const { set, config: loaded, redact, retrieval } = config.load();
    return { set, writeFile: loaded.feedback.write_file, redacts: redact.on_import, retrieval };
  };
  const live = makeLiveService({ store, loadFeedback, now, warn: (event, fields) => log('warn', event, fields) });
  return {
    live,
    assessments: makeAssessmentService({ store, loadObservers }),
    observers: makeObserversService({ store, config, trials, now, lookAgain: thread.look }),
    loadObservers,
    hold: thread.hold,
    start: thread.start,
    close: async (): Promise<void> => {
      trials.close();
      await thread.close();
    },
  };
};
