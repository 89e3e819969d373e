import {
  observationSeverity,
  observationState,
  observationStatus,
  type ObservationFilter,
  type ObservationSeverity,
  type ObservationState,
} from '../../lib/domain/observation.ts';
import { AppError } from '../../lib/domain/errors.ts';
import { isOfObservations } from '../../lib/domain/saved-view.ts';
import { toStatus } from '../../lib/observations/lifecycle.ts';
import type { Store } from '../../lib/store/store.ts';
import { getSessionId } from '../get-session-id.ts';
import { getView } from '../get-view.ts';

/** Filter options of list and export. */
export type FilterOptions = {
  view?: string;
  status?: string;
  severity?: string;
  observer: string[];
  project: string[];
  session?: string;
  sent?: string;
  all: boolean;
};

/** Statuses, and the states that include several of them: `open` includes regressed. */
const statusNames: readonly string[] = [...new Set([...observationStatus.options, ...observationState.options])];

const parseNames = (option: string, text: string, valid: readonly string[]): string[] => {
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !valid.includes(name));
  if (wrong === undefined) return names;
  throw new AppError('invalid_input', `${option} ${wrong}: not valid. Use one or more of ${valid.join(', ')}, separated by commas.`);
};

const parseStates = (text: string): ObservationState[] => {
  const names = parseNames('--status', text, statusNames);
  return observationState.options.filter((state) => names.includes(state) || names.includes(toStatus(state)));
};

const parseSeverities = (text: string): ObservationSeverity[] => {
  const names = parseNames('--severity', text, observationSeverity.options);
  return observationSeverity.options.filter((severity) => names.includes(severity));
};

const parseSent = (text: string): boolean => {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new AppError('invalid_input', `--sent ${text}: not valid. Use yes or no.`);
};

const getViewFilter = async (store: Store, name: string): Promise<ObservationFilter> => {
  const { shown } = getView((await store.listSavedViews()).filter(isOfObservations), name, 'observations');
  if (shown) return shown.filter;
  throw new AppError(
    'invalid_input',
    `--view ${name}: another version saved it, and this one cannot read it. Delete it on the observations page.`,
  );
};

/** Filter from the options, on top of that of a saved view. `defaults` are the states without a view, a status and `--all`. */
export const toFilter = async (store: Store, options: FilterOptions, defaults?: ObservationState[]): Promise<ObservationFilter> => {
  const { states: ofView, ...viewed } = options.view === undefined ? { states: defaults } : await getViewFilter(store, options.view);
  const unlessAsked = options.all ? undefined : ofView;
  const states = options.status === undefined ? unlessAsked : parseStates(options.status);
  return {
    ...viewed,
    ...(states && { states }),
    ...(options.severity !== undefined && { severities: parseSeverities(options.severity) }),
    ...(options.observer.length > 0 && { observers: options.observer }),
    ...(options.project.length > 0 && { projects: options.project }),
    ...(options.sent !== undefined && { sent: parseSent(options.sent) }),
    ...(options.session !== undefined && { sessionId: await getSessionId(store, options.session) }),
    ...(options.all && { withCleared: true }),
  };
};
