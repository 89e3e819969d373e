import { createHmac } from 'node:crypto';
import type { DueDelivery } from '../../domain/delivery.ts';
import { parseRetryAfterMs } from '../../domain/retry-after.ts';
import { findOfBundle, type WebhookSink } from '../../domain/sink-config.ts';
import { toIssue } from '../../observations/issue.ts';
import { redactValue, toRedactedJson, type Redacted } from '../../redaction/redact.ts';
import { toOneLine } from '../../print/one-line.ts';
import { printRedirectTarget } from '../../print/redirect-target.ts';
import { toSeedForm } from '../../observations/seed-form.ts';
import type { Outcome, Send } from './outcome.ts';
import { postText, type Answer } from './post-text.ts';

const defaultTimeLimitMs = 10_000;
/** Maximum length of a response in an error message. */
const maxQuotedChars = 200;

/** Same for all attempts of a delivery. The issue cuts texts, which are redacted before that. */
const toBody = ({ id, event, createdAtMs, observation }: Redacted<DueDelivery>, sink: WebhookSink): Redacted<string> => {
  const { issue_type, auto_assign } = findOfBundle(sink.ofBundles, observation.observer) ?? sink;
  const body = {
    event,
    id,
    created_at: new Date(createdAtMs).toISOString(),
    observation: toSeedForm(observation),
    issue: toIssue(observation, { type: issue_type, autoAssign: auto_assign }),
  };
  return toRedactedJson(redactValue(body));
};

const toLine = (text: string): string => toOneLine(text, maxQuotedChars);

/** Whether a retry may succeed: other 4xx statuses are final. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

const toOutcome = ({ status, headers, text }: Answer, url: string, nowMs: number): Outcome => {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const retryAfterMs = parseRetryAfterMs(headers['retry-after'], nowMs);
  if (status >= 300 && status < 400) {
    const to = headers.location === undefined ? 'nowhere' : printRedirectTarget(headers.location, url);
    return {
      kind: 'failed',
      error: `HTTP ${status} redirect to ${to}. Redirects are not followed: put that URL into the configuration.`,
      retryAfterMs,
    };
  }
  const error = `HTTP ${status}${text.trim() === '' ? '' : `: ${toLine(text)}`}`;
  return isFinal(status) ? { kind: 'refused', error } : { kind: 'failed', error, retryAfterMs };
};

const toError = (error: unknown, timeLimitMs: number): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError') return `No response within ${timeLimitMs / 1_000} s.`;
  const code = 'code' in error ? String(error.code) : '';
  return `Connection failed: ${toLine(error.message === '' ? code : error.message)}`;
};

type Deps = { secret: string; now: () => number; timeLimitMs?: number };

/** Sends to a webhook, signed with `sha256=` and the hex HMAC of `timestamp.body`. */
export const makeWebhookSend =
  (sink: WebhookSink, { secret, now, timeLimitMs = defaultTimeLimitMs }: Deps): Send =>
  async (delivery, stop) => {
    const body = toBody(delivery, sink);
    const timestamp = String(Math.floor(now() / 1_000));
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'trajectory-observatory',
      'idempotency-key': delivery.id,
      'x-observatory-delivery': delivery.id,
      'x-observatory-event': delivery.event,
      'x-observatory-timestamp': timestamp,
      'x-observatory-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
    };
    // Node.js 20 may garbage-collect an `AbortSignal.timeout` inside `AbortSignal.any`, which then never fires.
    const limit = new AbortController();
    const abort = () => limit.abort();
    const timer = setTimeout(abort, timeLimitMs);
    stop.addEventListener('abort', abort);
    if (stop.aborted) abort();
    try {
      return toOutcome(await postText(sink.url, { headers, body, signal: limit.signal }), sink.url, now());
    } catch (error) {
      return stop.aborted ? { kind: 'stopped' } : { kind: 'failed', error: toError(error, timeLimitMs), retryAfterMs: null };
    } finally {
      clearTimeout(timer);
      stop.removeEventListener('abort', abort);
    }
  };
