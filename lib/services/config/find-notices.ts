import { createIssuesFor, type SinkConfig } from '../../domain/sink-config.ts';
import type { KeyProblem } from '../../yaml/to-key-problems.ts';
import { findIdleSettings } from '../deliveries/apply-bundles.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A broken file can have thousands. */
const maxUnknown = 50;

/** Settings of a valid configuration file (`value`) that have no effect, so that nobody relies on them. `ownKeys`: keys that are read. */
export const findNotices = (value: Record<string, unknown>, sinks: readonly SinkConfig[], ownKeys: readonly string[]): KeyProblem[] => [
  ...Object.keys(value)
    .filter((key) => !ownKeys.includes(key))
    .slice(0, maxUnknown)
    .map((key) => ({ path: [key], message: `Unknown key ${key}. It has no effect.` })),
  ...ofPostProcessing(value.post_processing, sinks),
  ...ofSummaries(value.summaries),
  ...ofReviewers(value.reviewers),
  ...ofObservers(value),
];

const ofPostProcessing = (given: unknown, sinks: readonly SinkConfig[]): KeyProblem[] => {
  if (given === undefined) return [];
  const keys = isRecord(given) ? Object.keys(given) : [];
  const others = keys.filter((key) => key !== 'create_issues_for');
  const issues = isRecord(given) ? createIssuesFor.safeParse(given.create_issues_for) : null;
  return [
    ...(isRecord(given) ? [] : [{ path: ['post_processing'], message: 'This has no effect: only `create_issues_for` below it is read.' }]),
    ...others.map((key) => ({ path: ['post_processing', key], message: `Unknown key ${key}. It has no effect.` })),
    ...(keys.length > others.length
      ? findIdleSettings(issues?.data ?? {}, sinks).map(({ key, message }) => ({
          path: ['post_processing', 'create_issues_for', ...(key === '' ? [] : [key])],
          message,
        }))
      : []),
  ];
};

const ofSummaries = (given: unknown): KeyProblem[] =>
  isRecord(given) && (given.provider ?? 'none') === 'none'
    ? Object.keys(given)
        .filter((key) => key !== 'provider')
        .map((key) => ({ path: ['summaries', key], message: `\`${key}\` has no effect while \`provider\` is \`none\`.` }))
    : [];

const ofReviewers = (given: unknown): KeyProblem[] =>
  isRecord(given) && given.script !== undefined && given.provider !== 'script'
    ? [{ path: ['reviewers', 'script'], message: '`script` has no effect unless `provider` is `script`.' }]
    : [];

const ofObservers = ({ observers, feedback }: Record<string, unknown>): KeyProblem[] =>
  (Array.isArray(observers) ? observers : []).flatMap((entry: unknown, at) => {
    if (!isRecord(entry)) return [];
    const isIdle = entry.enabled !== false && isRecord(entry.trigger) && !Object.values(entry.trigger).some(Boolean);
    const isUnwritten = isRecord(feedback) && feedback.write_file === false && entry.output_path !== undefined;
    return [
      ...(isIdle
        ? [{ path: ['observers', at, 'trigger'], message: 'The observer never runs: its trigger has no condition that is on.' }]
        : []),
      ...(isUnwritten
        ? [{ path: ['observers', at, 'output_path'], message: '`output_path` has no effect while `feedback.write_file` is `false`.' }]
        : []),
    ];
  });
