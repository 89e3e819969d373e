/** Milliseconds from a `Retry-After` header in seconds or as a date; null if missing or invalid. */
export const parseRetryAfterMs = (text: string | undefined, nowMs: number): number | null => {
  if (text === undefined) return null;
  const waitMs = /^\d{1,9}$/u.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
};
