import type { SinkConfig } from '../../domain/sink-config.ts';
import { toSeedForm } from '../../observations/seed-form.ts';
import { redactValue, toRedactedJson } from '../../redaction/redact.ts';
import { appendLine } from './append-line.ts';
import type { Send } from './outcome.ts';
import { makeWebhookSend } from './send-to-webhook.ts';

export type SendDeps = {
  /** Environment variables, which hold the webhook secrets. */
  variables: Readonly<Record<string, string | undefined>>;
  /** Folder of the configuration file. */
  folder: string;
  now: () => number;
  timeLimitMs?: number;
};

/** Why the sink cannot be used; null if it can. */
export const findSinkProblem = (sink: SinkConfig, { variables }: Pick<SendDeps, 'variables'>): string | null =>
  sink.kind === 'webhook' && !variables[sink.secret_env]
    ? `The environment variable ${sink.secret_env} is not set. Set ${sink.secret_env} and restart the server.`
    : null;

/** Returns the function that sends to a sink; null if the sink cannot be used. */
export const makeSend = (sink: SinkConfig, deps: SendDeps): Send | null => {
  if (sink.kind === 'webhook') {
    const secret = deps.variables[sink.secret_env];
    return secret ? makeWebhookSend(sink, { ...deps, secret }) : null;
  }
  return async ({ observation }) => {
    try {
      await appendLine(deps.folder, sink.path, toRedactedJson(redactValue(toSeedForm(observation))));
      return { kind: 'sent' };
    } catch (error) {
      return { kind: 'failed', error: error instanceof Error ? error.message : String(error), retryAfterMs: null };
    }
  };
};
