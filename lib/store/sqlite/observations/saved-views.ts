import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { savedViews } from '../../../../db/schema.ts';
import { maxSavedViews, shownList, shownSessions, type StoredView } from '../../../domain/saved-view.ts';
import { parseJson, toJson } from '../json.ts';
import type { Changes } from '../changes.ts';
import { upsert } from '../statements.ts';
import type { ObservationStore } from '../../observation-store.ts';
import type { Transactions } from '../transactions.ts';

type Row = Omit<StoredView, 'shown'> & { shown: string };

const anyShown = z.union([shownSessions, shownList]);

/** Null: another version saved it, in a way that this one does not know. */
const readShown = (json: string): StoredView['shown'] => {
  try {
    return parseJson(anyShown, json);
  } catch {
    return null;
  }
};

/** Lists of observations and of sessions that people named. */
export const makeSavedViews = (
  db: Database,
  { reading, writing }: Transactions,
  changes: Changes,
): Pick<ObservationStore, 'listSavedViews' | 'putSavedView' | 'deleteSavedView'> => {
  const list = db.prepare<[], Row>('SELECT id, name, shown, saved_at_ms AS savedAtMs FROM saved_views ORDER BY name COLLATE NOCASE');
  const put = db.prepare(upsert(savedViews, ['id']));
  const drop = db.prepare<[string]>('DELETE FROM saved_views WHERE id = ?');
  const others = db.prepare<{ id: string; name: string }, { count: number; same: number }>(
    'SELECT count(*) AS count, count(*) FILTER (WHERE name = @name COLLATE NOCASE) AS same FROM saved_views WHERE id <> @id',
  );
  return {
    listSavedViews: reading(() => list.all().map((row) => ({ ...row, shown: readShown(row.shown) }))),
    putSavedView: writing(({ shown, ...view }) => {
      const { count = 0, same = 0 } = others.get(view) ?? {};
      if (same > 0) return 'taken';
      if (count >= maxSavedViews) return 'full';
      put.run({ ...view, shown: toJson(shown) });
      changes.add('view', view.id);
      return 'saved';
    }),
    deleteSavedView: writing((id) => {
      const isDeleted = drop.run(id).changes > 0;
      if (isDeleted) changes.add('view', id);
      return isDeleted;
    }),
  };
};
