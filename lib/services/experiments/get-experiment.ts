import { AppError } from '../../domain/errors.ts';
import type { Experiment } from '../../domain/experiment.ts';
import type { Store } from '../../store/store.ts';

/** Fails with `not_found` for an unknown id. */
export const getExperiment = async (store: Pick<Store, 'findExperiment'>, id: string): Promise<Experiment> => {
  const experiment = await store.findExperiment(id);
  if (!experiment) throw new AppError('not_found', `There is no experiment ${id}. It was deleted, or the id is wrong.`);
  return experiment;
};
