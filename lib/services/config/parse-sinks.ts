import { createIssuesFor, sinksConfig, type SinkConfig } from '../../domain/sink-config.ts';
import { toKeyProblems, type KeyProblem } from '../../yaml/to-key-problems.ts';

export const sinkKeys = ['sinks', 'post_processing'];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isWebhook = (value: unknown): value is Record<string, unknown> => isRecord(value) && value.kind === 'webhook';

/** Remembers what a webhook sets itself. */
const withOwn = (sink: SinkConfig, given: unknown): SinkConfig => {
  if (sink.kind !== 'webhook' || !isRecord(given)) return sink;
  const { severity, issue_type, auto_assign } = sink;
  const own = Object.entries({ severity, issue_type, auto_assign }).filter(([key]) => key in given);
  return { ...sink, own: Object.fromEntries(own) };
};

/**
 * Configured sinks. Settings in `post_processing.create_issues_for` are defaults for webhooks. Without a webhook they are ignored,
 * because `post_processing` may belong to another program.
 */
export const parseSinks = (file: Record<string, unknown>): { sinks: SinkConfig[]; problems: KeyProblem[] } => {
  const reported: unknown = file.sinks ?? [];
  const list: unknown[] = Array.isArray(reported) ? reported : [];
  const shared = list.some(isWebhook) && isRecord(file.post_processing) ? (file.post_processing.create_issues_for ?? {}) : {};
  const defaults = createIssuesFor.safeParse(shared);
  const parsed = sinksConfig.safeParse(
    Array.isArray(reported) ? list.map((one) => (isWebhook(one) ? { ...defaults.data, ...one } : one)) : reported,
  );
  if (parsed.success && defaults.success) return { sinks: parsed.data.map((sink, at) => withOwn(sink, list[at])), problems: [] };
  const ofDefaults = (defaults.error?.issues ?? []).flatMap((issue) =>
    toKeyProblems(createIssuesFor, issue, ['post_processing', 'create_issues_for']),
  );
  const ofSinks = (parsed.error?.issues ?? []).flatMap((issue) => toKeyProblems(sinksConfig, issue, ['sinks']));
  return { sinks: [], problems: [...ofDefaults, ...ofSinks] };
};
