import type { Assessment } from '../domain/assessment.ts';
import type { ObserversConfig, Trigger } from '../domain/observer-config.ts';
import type { Observer, ObserverKind, Recording } from './observer.ts';

/** An observer as it was configured. */
export type ConfiguredObserver = {
  kind: ObserverKind;
  observer: Observer;
  trigger: Trigger;
  records: Recording;
  outputPath: string;
  /** Hash of kind, version, parameters and trigger: assessments of one key are made the same way. */
  key: string;
};

/** The enabled observers of a configuration, in its order; `key` is a hash of all of them and of what is said when. */
export type ObserverSet = { key: string; observers: readonly ConfiguredObserver[]; stillAfterCalls: number };

/** An assessment before it is stored. */
export type AssessmentDraft = Omit<Assessment, 'sentAtMs' | 'superseded'>;

/** What is wrong in a configuration: where (`observers.0.parameters.window_size`) and what. */
export type ConfigProblem = { path: (string | number)[]; message: string };

/** Checks parameters and names against the registry and makes the observers. */
export declare const makeObserverSet: (
  config: ObserversConfig,
) => { set: ObserverSet; problems: [] } | { set: null; problems: ConfigProblem[] };

/** All observers, as their `default` preset says. */
export declare const usualConfig: ObserversConfig;
