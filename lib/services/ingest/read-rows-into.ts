import { skippingCodes } from '../../domain/issue.ts';
import { makeDrafts, type Drafts, type Format, type Line, type LineReader, type RowTable } from '../../formats/format.ts';
import { toLineHash } from '../../sources/lines.ts';
import type { ForeignDatabase } from '../../sources/sqlite-database.ts';
import type { LongRow, RowOrLoss, TableRow } from '../../sources/sqlite-rows.ts';
import type { SourceRow } from '../../store/rows.ts';
import { readLine, toDecoded } from './decode-lines.ts';
import { makePlacer } from './place-drafts.ts';
import { appendBatch, makePool, type ReadOutcome, type ReadTarget } from './read-into.ts';
import { redactLine } from './redact-line.ts';
import { toRowBatches } from './row-batches.ts';
import { toLossIssues, type RowLosses } from './row-losses.ts';
import { advanceTable, resumeRows, type RowsState } from './rows-state.ts';

/**
 * Reads a database's rows as lines of its format, one transaction a batch. If the database was read before, only new or changed rows are
 * read. The file counts as read with the last batch alone; cut off before it, reading goes on after the rows that are stored.
 */
export const readRowsInto = async (target: ReadTarget, database: ForeignDatabase, fileSha256: string): Promise<ReadOutcome> => {
  const { store, format, input, redacts } = target;
  const tables = findTables(format, database);
  const readers = new Map(tables.map((table) => [table.name, database.open(table.name, table.changedAt)]));
  const { state, isResumed } = resumeRows(target.source, readers);
  const reader = format.openLines?.({ path: input.path }, state.reader);
  if (!reader) throw new Error(`Format ${format.id} has tables but reads no lines`);
  const pool = makePool(target);
  const placer = makePlacer({ sourceId: target.source.id, family: format.agent.id });
  const losses: RowLosses = new Map();
  const source = isResumed ? target.source : { ...target.source, offset: 0, skippedLines: 0, unknownRecords: 0 };
  const outcome: ReadOutcome = { source, sessions: [], newRecords: 0, pendingTail: false, cancelled: false, prefix: null };
  let calls = 0;
  let isFirst = !isResumed;

  const append = async (drafts: Drafts, lines: readonly Line[], more: Partial<SourceRow>) => {
    const decoded = await toDecoded(placer, drafts, lines, format);
    const { skippedLines, unknownRecords } = outcome.source;
    const counts = {
      skippedLines: skippedLines + drafts.issues.filter((issue) => skippingCodes.includes(issue.code)).length,
      unknownRecords: unknownRecords + decoded.unknownRecords,
    };
    const next = { ...outcome.source, ...counts, lines: state.lines, ...more };
    const appended = await appendBatch(store, pool, next, decoded, { toState: () => state, isFirst });
    isFirst = false;
    outcome.source = appended.source;
    outcome.newRecords += appended.newRecords;
    calls += appended.newCalls;
  };

  for (const table of tables) {
    const rows = readers.get(table.name)?.read(state.tables[table.name] ?? null) ?? [];
    for (const batch of toRowBatches(rows)) {
      const drafts = makeDrafts();
      const lines = batch.flatMap((one) => readRow(one, table, { state, reader, drafts, losses, redacts }));
      state.reader = reader.state();
      await append(drafts, lines, { sha256: null });
      const { bytes } = target.source;
      input.onProgress({ bytesRead: 0, bytes, records: outcome.newRecords, toolCalls: calls });
      outcome.cancelled = input.signal.aborted;
      if (outcome.cancelled) break;
    }
    if (outcome.cancelled) break;
  }
  if (!outcome.cancelled) {
    const { bytes } = target.source;
    const whole = { offset: bytes, offsetSha256: fileSha256, sha256: fileSha256 };
    const lost = [...losses.values()].flat().length;
    const skippedLines = outcome.source.skippedLines + lost;
    await append({ ...makeDrafts(), issues: toLossIssues(losses) }, [], { ...whole, skippedLines });
  }
  outcome.sessions = pool.all();
  return outcome;
};

const findTables = (format: Format, database: ForeignDatabase): RowTable[] =>
  (format.tables ?? []).filter(({ name, columns }) =>
    database.tables.some((table) => table.name === name && columns.every((column) => table.columns.includes(column))),
  );

type Into = { state: RowsState; reader: LineReader; drafts: Drafts; losses: RowLosses; redacts: boolean };

/** Hands one row to the reader. Answers its line, or none where there is nothing to keep. */
const readRow = (one: RowOrLoss, table: RowTable, { state, reader, drafts, losses, redacts }: Into): Line[] => {
  if ('lost' in one) {
    losses.set(table.name, [...(losses.get(table.name) ?? []), one.lost]);
    return [];
  }
  state.lines += 1;
  if ('long' in one) {
    drafts.issues.push(toLongRowIssue(table, one.long, state.lines));
    return [];
  }
  const stored = toLine(one.row, state);
  const line = redacts ? redactLine(stored) : stored;
  state.bytes += line.bytes + 1;
  readLine(reader, line, drafts);
  advanceTable(state, table, one.row);
  return [line];
};

const toLine = ({ text }: TableRow, { lines, bytes }: RowsState): Line => {
  const encoded = Buffer.from(text);
  return { number: lines, offset: bytes, bytes: encoded.length, text, hash: toLineHash(encoded) };
};

const toLongRowIssue = ({ name }: RowTable, { rowid, bytes }: LongRow, line: number) => ({
  line,
  code: 'line_too_long' as const,
  excerpt: null,
  message: `Row ${rowid} of ${name} has ${bytes} bytes, more than are read. It was skipped.`,
});
