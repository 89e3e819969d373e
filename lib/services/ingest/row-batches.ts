import type { RowOrLoss } from '../../sources/sqlite-rows.ts';

/** Rows a batch, and characters of them: few enough that its transaction stays short. */
const maxRows = 800;
const maxCharacters = 2 * 1024 * 1024;

/** Rows in batches; at most one batch is held at a time. */
export function* toRowBatches(rows: Iterable<RowOrLoss>): Generator<RowOrLoss[]> {
  let batch: RowOrLoss[] = [];
  let characters = 0;
  for (const one of rows) {
    batch.push(one);
    characters += 'row' in one ? one.row.text.length : 0;
    if (batch.length < maxRows && characters < maxCharacters) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
