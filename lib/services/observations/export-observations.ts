import type { ObservationFilter } from '../../domain/observation.ts';
import { toSeedForm } from '../../observations/seed-form.ts';
import { includeSecrets, joinRedacted, redacted, redactValue, toRedactedJson, type Redacted } from '../../redaction/redact.ts';
import type { Store } from '../../store/store.ts';
import { resolveNames } from './read-observations.ts';

/** Large pages, because each page scans all matches. */
const pageSize = 2_000;

/** Matching observations as JSON lines, oldest first, without secrets unless asked for. Reads a page when the previous one was consumed. */
export async function* exportObservations(
  { store, now }: { store: Store; now: () => number },
  wanted: ObservationFilter,
  options: { includeSecrets: boolean },
): AsyncGenerator<Redacted<string>> {
  const filter = await resolveNames(store, wanted);
  const nowMs = now();
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Store['listObservations']>> = await store.listObservations({
      filter,
      sort: 'created_at',
      descending: false,
      cursor,
      limit: pageSize,
      nowMs,
    });
    const seeds = page.items.map(toSeedForm);
    const lines = seeds.map((seed) => toRedactedJson(options.includeSecrets ? includeSecrets(seed) : redactValue(seed)));
    if (lines.length > 0) yield redacted`${joinRedacted(lines, '\n')}\n`;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
