import * as z from 'zod';
import { observationSeverity } from './observation.ts';

const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u, { error: 'must be a name of at most 64 letters, digits, dots, dashes and underscores' });

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(host);

/** Why something is no address to send to; null: it is one. */
const findUrlProblem = (text: string): string | null => {
  if (!URL.canParse(text)) return 'must be a URL such as https://example.com/hook';
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'must not contain a user or password: requests are signed with the key from secret_env';
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return null;
  return 'must start with https://; http:// is allowed only for this machine (localhost, 127.0.0.1, [::1])';
};

const url = z
  .string()
  .max(2_000)
  .check((context) => {
    const message = findUrlProblem(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  });

/** Below the folder of the configuration file, and nothing that could be another file of the user's by its name alone. */
const filePath = z
  .string()
  .max(400)
  .regex(/^(?![~/\\])(?![A-Za-z]:)(?!(?:.*[/\\])?\.\.(?:[/\\]|$))[^\p{Cc}\\]*[^\p{Cc}/\\]\.jsonl$/u, {
    error: 'must be a JSON Lines file (.jsonl) in or below the folder of this configuration, such as observations.jsonl',
  });

const severities = z.array(observationSeverity).min(1);

/** What the other side is told of the issue that it makes; `severity`: of which observations it makes one. */
const issueSettings = {
  severity: severities,
  issue_type: z.string().min(1).max(100),
  auto_assign: z.boolean(),
};
/** The same where the specification has it, `post_processing.create_issues_for`: it holds for webhooks that leave it out. */
export const createIssuesFor = z.strictObject(issueSettings).partial();

const webhook = z.strictObject({
  kind: z.literal('webhook'),
  name,
  url,
  /** Environment variable that holds the key with which requests are signed. */
  secret_env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/u, { error: 'must be the name of an environment variable' }),
  severity: issueSettings.severity.default(['critical', 'high']),
  issue_type: issueSettings.issue_type.default('bug'),
  auto_assign: issueSettings.auto_assign.default(false),
});
export type WebhookSink = z.output<typeof webhook>;

const file = z.strictObject({
  kind: z.literal('file'),
  name,
  path: filePath,
  severity: severities.default([...observationSeverity.options]),
});
export type FileSink = z.output<typeof file>;

/** Sinks that observations are sent to. */
export type SinkConfig = WebhookSink | FileSink;

/** The part of the configuration file that says what goes out, in its own names. No two sinks of one name. */
export const sinksConfig = z
  .array(z.discriminatedUnion('kind', [webhook, file], { error: 'must be a sink, with kind: webhook or kind: file' }))
  .max(20)
  .check(({ value: sinks, issues }) => {
    sinks.forEach(({ name }, at) => {
      if (sinks.findIndex((other) => other.name === name) === at) return;
      issues.push({ code: 'custom', path: [at, 'name'], message: `The sink name ${name} is already used.`, input: name });
    });
  });
