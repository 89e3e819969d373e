import { createIssuesFor, sinksConfig, type SinkConfig } from '../../domain/sink-config.ts';
import type { ConfigProblem } from '../../observers/observer-set.ts';
import { toConfigProblems } from './to-config-problems.ts';

export const sinkKeys = ['sinks', 'post_processing'];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isWebhook = (value: unknown): value is Record<string, unknown> => isRecord(value) && value.kind === 'webhook';

/**
 * Where observations go out to. What `post_processing.create_issues_for` says holds for webhooks that do not say it themselves; without a
 * webhook it is not looked at, as `post_processing` may be another program's.
 */
export const parseSinks = (file: Record<string, unknown>): { sinks: SinkConfig[]; problems: ConfigProblem[] } => {
  const told: unknown = file.sinks ?? [];
  const list: unknown[] = Array.isArray(told) ? told : [];
  const shared = list.some(isWebhook) && isRecord(file.post_processing) ? (file.post_processing.create_issues_for ?? {}) : {};
  const usual = createIssuesFor.safeParse(shared);
  if (!usual.success) {
    return {
      sinks: [],
      problems: usual.error.issues.flatMap((issue) => toConfigProblems(issue, ['post_processing', 'create_issues_for'])),
    };
  }
  const parsed = sinksConfig.safeParse(Array.isArray(told) ? list.map((one) => (isWebhook(one) ? { ...usual.data, ...one } : one)) : told);
  if (parsed.success) return { sinks: parsed.data, problems: [] };
  return { sinks: [], problems: parsed.error.issues.flatMap((issue) => toConfigProblems(issue, ['sinks'])) };
};
