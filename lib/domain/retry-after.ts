/** Milliseconds from a `Retry-After` header in seconds or as a date; null if missing or invalid. */
export const parseRetryAfterMs = (text: string | undefined, nowMs: number): number | null => {
  if (text === undefined) return null;
  const waitMs = /^\d+$/u.test(text) ? Number(text) * 1_000 : /[a-z]/iu.test(text) ? Date.parse(text) - nowMs : Number.NaN;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(0, waitMs), Number.MAX_SAFE_INTEGER);
};
