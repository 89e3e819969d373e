import { randomUUID } from 'node:crypto';
import { AppError } from '../../lib/domain/errors.ts';
import { makeExperimentService, type ExperimentService } from '../../lib/services/experiments/experiment-service.ts';
import { withArchive } from '../open-archive.ts';

/** `getId`: the full id for the first characters of one; fails if none or several begin with them. */
type Opened = { experiments: ExperimentService; getId: (start: string) => Promise<string> };

/** Opens the archive's experiments, passes them to `use`, and always closes it. */
export const withExperiments = <Result>(use: (opened: Opened) => Promise<Result>): Promise<Result> =>
  withArchive(({ store }) => {
    const getId = async (start: string): Promise<string> => {
      const all = await store.listExperiments();
      const found = all.filter(({ id }) => id.startsWith(start));
      if (found.length > 1) throw new AppError('invalid_input', `${found.length} experiments begin with ${start}. Use more characters.`);
      const [only] = found;
      if (!only) throw new AppError('not_found', `There is no experiment ${start}. List them with \`observatory experiments\`.`);
      return only.id;
    };
    return use({ experiments: makeExperimentService({ store, now: Date.now, makeId: randomUUID }), getId });
  });
