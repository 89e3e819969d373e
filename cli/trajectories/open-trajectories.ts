import { AppError } from '../../lib/domain/errors.ts';
import { makeTrajectoryService, type TrajectoryService } from '../../lib/services/trajectories/trajectory-service.ts';
import type { Store } from '../../lib/store/store.ts';
import { parseTrajectoryId, toTrajectoryId } from '../../lib/trajectories/trajectory-id.ts';
import { findSessionId } from '../../lib/services/find-session-id.ts';
import { withArchive } from '../open-archive.ts';

/** `getId`: the whole id for one that may be cut or the agent's own. */
type Opened = { store: Store; service: TrajectoryService; getId: (name: string) => Promise<string> };

/** Opens the archive's trajectories, passes them to `use`, and always closes it. */
export const withTrajectories = <Result>(use: (opened: Opened) => Promise<Result>): Promise<Result> =>
  withArchive(({ store }) => {
    const getId = async (name: string): Promise<string> => {
      const whole = await findSessionId(store, name);
      if (whole !== null) return whole;
      const { session, part } = parseTrajectoryId(name);
      const found = part === 0 ? null : await findSessionId(store, session);
      if (found === null) throw new AppError('not_found', `There is no trajectory ${name}. List them with \`observatory trajectories\`.`);
      return toTrajectoryId(found, part);
    };
    return use({ store, service: makeTrajectoryService({ store }), getId });
  });
