import { AppError } from '../../domain/errors.ts';
import type { ObserverKindShown } from '../../domain/observer-kind.ts';
import type { ObserversConfig } from '../../domain/observer-config.ts';
import type { Preset } from '../../observers/observer.ts';
import { makeObserverSet } from '../../observers/observer-set.ts';
import { observerKinds } from '../../observers/registry.ts';
import type { ChangeStore } from '../../store/change-store.ts';
import type { ObservationStore } from '../../store/observation-store.ts';
import type { ObserverStore } from '../../store/observer-store.ts';
import type { ConfigFile } from '../config/config-file.ts';
import { compareNames } from '../../print/compare-names.ts';
import { computePrecision } from '../../observations/precision.ts';
import { printPath } from '../../print/key-path.ts';
import { toParameters } from './to-parameters.ts';
import type { Trials } from './trials.ts';

export type ObserversService = ReturnType<typeof makeObserversService>;

const toPreset = ({ trigger, parameters }: Preset<unknown>): ObserverKindShown['presets']['default'] => ({
  trigger,
  parameters: parameters !== null && typeof parameters === 'object' ? { ...parameters } : {},
});

const maxReviewers = 100;

const requireValid = (config: ObserversConfig): void => {
  const { problems } = makeObserverSet(config);
  if (problems.length > 0)
    throw new AppError('invalid_input', problems.map(({ path, message }) => `${printPath(path)}: ${message}`).join(' '));
};

type Deps = {
  store: Pick<ObserverStore, 'countFindings' | 'countToObserve' | 'markOutdatedUnobserved'> &
    Pick<ObservationStore, 'listLabels' | 'observationFacets'> &
    Pick<ChangeStore, 'announce'>;
  config: ConfigFile;
  trials: Trials;
  now: () => number;
  /** Wakes the observers after a save or when a replay was requested. */
  lookAgain: () => void;
};

export const makeObserversService = ({ store, config, trials, now, lookAgain }: Deps) => {
  return {
    get: async () => {
      const { revision, problems, notices, origin, config: current, set } = config.load();
      const [findings, { unobserved, outdated }, labels, { all }] = await Promise.all([
        store.countFindings(),
        store.countToObserve(set.key),
        store.listLabels(),
        store.observationFacets({ all: { withCleared: true } }, 'groups', now()),
      ]);
      return {
        file: config.file,
        revision,
        problems,
        notices,
        origin,
        config: current,
        observers: observerKinds.map(({ presets, ...kind }) => ({
          id: kind.id,
          name: kind.name,
          version: kind.version,
          description: kind.description,
          offByDefault: kind.offByDefault ?? null,
          parameters: toParameters(kind.parametersSchema),
          presets: { default: toPreset(presets.default), reference: presets.reference ? toPreset(presets.reference) : null },
          entry: current.observers.find(({ observer }) => observer === kind.id) ?? null,
          found: findings.filter(({ observer }) => observer === kind.id).map(({ observer: _, ...found }) => found),
          triage: computePrecision(kind.id, labels),
        })),
        reviewers: all.observers
          .filter(({ value }) => observerKinds.every(({ id }) => id !== value))
          .toSorted((a, b) => b.count - a.count || compareNames(a.label, b.label))
          .slice(0, maxReviewers)
          .map(({ value: id, label: name, count: groups }) => ({ id, name, groups, triage: computePrecision(id, labels) })),
        unobserved,
        otherwise: outdated,
      };
    },
    /** `revision`: the revision that the caller saw. Fails with `conflict` if the file changed since. */
    put: async ({ config: wanted, revision: seen }: { config: ObserversConfig; revision: string | null }) => {
      requireValid(wanted);
      const revision = config.save(wanted, seen);
      lookAgain();
      await store.announce('observers', '');
      return { revision, otherwise: (await store.countToObserve(config.load().set.key)).outdated };
    },
    replay: async () => {
      const { key } = config.load().set;
      const marked = await store.markOutdatedUnobserved(key);
      lookAgain();
      return { marked, unobserved: (await store.countToObserve(key)).unobserved };
    },
    startTrial: async (wanted: ObserversConfig) => {
      requireValid(wanted);
      return { id: trials.start({ before: config.load().config, after: wanted }) };
    },
    getTrial: async (id: string) => trials.get(id),
    cancelTrial: async (id: string) => trials.cancel(id),
  };
};
