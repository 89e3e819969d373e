import * as z from 'zod';

/** A visit ends once nothing was done on the page for so long. */
const awayMs = 30 * 60_000;

const visit = z.object({
  /** When the visit before it ended: what changed later is news. */
  sinceMs: z.number(),
  lastActionMs: z.number(),
});
export type Visit = z.infer<typeof visit>;

/** The visit that an action belongs to: the one that goes on, or another one. The first begins with itself. */
export const toVisit = (last: Visit | null, nowMs: number): Visit => {
  if (last === null) return { sinceMs: nowMs, lastActionMs: nowMs };
  const isAnother = nowMs - last.lastActionMs >= awayMs;
  return { sinceMs: isAnother ? last.lastActionMs : last.sinceMs, lastActionMs: nowMs };
};

/** When somebody changed a thing, by its key. */
export type OwnTimes = ReadonlyMap<string, number>;
const ownTimes = z.array(z.tuple([z.string(), z.number()]));

const maxOwn = 2_000;

/** With what was changed just now, without what is no news anyhow; the last 2,000. */
export const addOwnTimes = (own: OwnTimes, keys: readonly string[], { sinceMs, nowMs }: { sinceMs: number; nowMs: number }): OwnTimes => {
  const all = new Map([...own].filter(([, atMs]) => atMs > sinceMs));
  for (const key of keys) {
    all.delete(key);
    all.set(key, nowMs);
  }
  return new Map([...all].slice(-maxOwn));
};

const parseKept = <T>(schema: z.ZodType<T>, text: string | null): T | null => {
  try {
    return schema.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
};

/** The visit that a browser has kept; null if it kept nothing, or nothing that can be read. */
export const parseVisit = (text: string | null): Visit | null => parseKept(visit, text);
export const parseOwnTimes = (text: string | null): OwnTimes => new Map(parseKept(ownTimes, text) ?? []);
export const printOwnTimes = (own: OwnTimes): string => JSON.stringify([...own]);
