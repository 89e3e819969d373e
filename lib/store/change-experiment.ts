import type { Experiment } from '../domain/experiment.ts';
import type { ExperimentStore } from './experiment-store.ts';

/** Changes fields of a stored experiment; false if it is gone, changes meanwhile, or has data that the fields would contradict. */
export const changeExperiment = async (store: ExperimentStore, id: string, fields: Partial<Experiment>): Promise<boolean> => {
  const seen = await store.findExperiment(id);
  return seen !== null && store.replaceExperiment(seen, { ...seen, ...fields });
};
