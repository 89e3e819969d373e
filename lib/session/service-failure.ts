import { cutBetweenSecrets } from '../redaction/cut-between-secrets.ts';

/** Why a turn got no answer from the model's service. */
export type ServiceFailure = 'service_error' | 'usage_limit' | 'refused';

/** Characters of a message that are looked at. */
const maxLooked = 2_000;

/** The quota of a person or plan is used up; a rate limit of a service is something else. */
const limitWords =
  /(?<!not your )\b(?:usage|weekly|monthly|daily|hourly|session|spend|spending|credit|[0-9]-hour|opus|sonnet|plan) limits?\b|\b(?:hit|reached|exceeded) your (?:[a-z0-9-]{1,20} )?(?:limits?|quota)\b|\bexceeded your current quota\b|\bout of (?:extra )?(?:usage|credits?)\b|\bcredit balance is too low\b|\binsufficient (?:credits?|quota|balance)\b/iu;
const limitCodes = /usage_?limit|insufficient_quota|quota_exceeded|billing|credit/iu;

/** The model or what guards it does not do what was asked. */
const refusalWords =
  /\bviolates? (?:our|the) (?:usage |content )?polic|\busage polic(?:y|ies)\b|\bcontent (?:policy|filter)|\bunable to respond to this request\b|\brefused to (?:answer|respond)\b/iu;
const refusalCodes = /refus|content_?(?:filter|policy)|policy_violation|cyber_policy|safety/iu;

/**
 * Kind of failure in a client's message about a failed request. `code`: the client's or service's own name for the failure; null if not
 * given. A request that failed is a service error unless its words or code say more.
 */
export const toServiceFailure = (text: string, code: string | null = null): ServiceFailure => {
  const words = text.slice(0, maxLooked);
  if (limitWords.test(words) || (code !== null && limitCodes.test(code))) return 'usage_limit';
  return refusalWords.test(words) || (code !== null && refusalCodes.test(code)) ? 'refused' : 'service_error';
};

const maxReason = 200;

/** Error message in an API's object: `{"error":{"message":"…"}}`, or a message alone. */
const toMessage = (json: string): string | null => {
  try {
    const value: unknown = JSON.parse(json);
    const inner = isObject(value) && isObject(value.error) ? value.error : value;
    return isObject(inner) && typeof inner.message === 'string' ? inner.message : null;
  } catch {
    return null;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The line that says why a request failed: the message of the JSON that it quotes instead of all of it, else its first line. */
export const toFailureReason = (text: string): string => {
  const at = text.indexOf('{');
  const message = at < 0 ? null : toMessage(text.slice(at, text.lastIndexOf('}') + 1));
  const words = message === null ? text.trim() : `${text.slice(0, at)}${message}`;
  return cutBetweenSecrets(words.trim().split('\n', 1)[0]?.replaceAll(/\s+/gu, ' ') ?? '', maxReason);
};
