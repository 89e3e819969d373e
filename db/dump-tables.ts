import Database from 'better-sqlite3';

/**
 * Columns that depend on when or how a file came, on the order of imports, or on the progress of observers and summaries, and not on the
 * stored content.
 */
const passing: Readonly<Record<string, readonly string[]>> = {
  sources: ['mtime_ms', 'written_at_ms', 'inode', 'state'],
  sessions: ['first_import_id', 'settled', 'revision', 'observed', 'summarized', 'findings', 'worst_finding', 'head', 'facts'],
  records: ['fts_id'],
  snapshot_sessions: ['version', 'settled'],
};
const tables = [
  'sources',
  'source_sessions',
  'source_issues',
  'source_lines',
  'sessions',
  'records',
  'record_texts',
  'tool_calls',
  'tool_results',
  'responses',
  'turns',
  'turn_metrics',
  'turn_rollups',
  'call_links',
  'snapshot_sessions',
  'snapshots',
  'snapshot_figures',
  'trajectories',
  'source_descriptors',
];

/** Every row of an archive that can be compared with another one, sorted. Also proves that the file is whole. */
export const dumpTables = (file: string): Record<string, string[]> => {
  const db = new Database(file, { readonly: true });
  try {
    const damage = db.pragma('integrity_check', { simple: true });
    if (damage !== 'ok') throw new Error(`${file}: ${String(damage)}`);
    return Object.fromEntries(tables.map((table) => [table, dumpTable(db, table)]));
  } finally {
    db.close();
  }
};

const dumpTable = (db: Database.Database, table: string): string[] => {
  const left = passing[table] ?? [];
  const rows = db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all();
  return rows.map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !left.includes(name)))).sort();
};
