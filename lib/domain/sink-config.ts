import * as z from 'zod';
import { observationSeverity } from './observation.ts';

const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u, { error: 'must be a name of at most 64 letters, digits, dots, dashes and underscores' });

/** Whether a URL's host is this machine. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(host);

/** Why a URL is not valid for a webhook; null if it is. */
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

/** Below the configuration folder and ending in .jsonl, so that the name cannot be another file of the user. */
const filePath = z
  .string()
  .max(400)
  .regex(/^(?![~/\\])(?![A-Za-z]:)(?!(?:.*[/\\])?\.\.(?:[/\\]|$))[^\p{Cc}\\]*[^\p{Cc}/\\]\.jsonl$/u, {
    error: 'must be a JSON Lines file (.jsonl) in or below the folder of this configuration, such as observations.jsonl',
  });

const severities = z.array(observationSeverity).min(1);

/** Settings of the created issue; `severity` selects the observations. */
const issueSettings = {
  severity: severities,
  issue_type: z.string().min(1).max(100),
  auto_assign: z.boolean(),
};
/** The same settings in the specified place, `post_processing.create_issues_for`: defaults for webhooks. */
export const createIssuesFor = z.strictObject(issueSettings).partial();
export type CreateIssuesFor = z.output<typeof createIssuesFor>;

const webhook = z.strictObject({
  kind: z.literal('webhook'),
  name,
  url,
  /** Environment variable with the signing key. */
  secret_env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/u, { error: 'must be the name of an environment variable' }),
  severity: issueSettings.severity.default(['critical', 'high']),
  issue_type: issueSettings.issue_type.default('bug'),
  auto_assign: issueSettings.auto_assign.default(false),
});
/** `own`: what the webhook sets itself. `ofBundles`: instead of it for what the reviewers of bundles find. */
export type WebhookSink = z.output<typeof webhook> & { own?: CreateIssuesFor; ofBundles?: OfBundles<Required<CreateIssuesFor>> };

/** By the first half of reviewers' ids. */
export type OfBundles<T> = Readonly<Record<string, T>>;

/** Value for the bundle of an observation's observer; undefined if the observer is no reviewer, or its bundle has no value. */
export const findOfBundle = <T>(ofBundles: OfBundles<T> = {}, observer: string): T | undefined => {
  const [, bundle = ''] = /^([^/]+)\//u.exec(observer) ?? [];
  return Object.hasOwn(ofBundles, bundle) ? ofBundles[bundle] : undefined;
};

const file = z.strictObject({
  kind: z.literal('file'),
  name,
  path: filePath,
  severity: severities.default([...observationSeverity.options]),
});
export type FileSink = z.output<typeof file>;

/** Sinks that observations are sent to. */
export type SinkConfig = WebhookSink | FileSink;

/** Sinks part of the configuration file, with its key names. Sink names are unique. */
export const sinksConfig = z
  .array(z.discriminatedUnion('kind', [webhook, file], { error: 'must be a sink, with kind: webhook or kind: file' }))
  .max(20)
  .check(({ value: sinks, issues }) => {
    sinks.forEach(({ name }, at) => {
      if (sinks.findIndex((other) => other.name === name) === at) return;
      issues.push({ code: 'custom', path: [at, 'name'], message: `The sink name ${name} is already used.`, input: name });
    });
  });
