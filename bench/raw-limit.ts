import { createReadStream } from 'node:fs';
import readline from 'node:readline';
import Database from 'better-sqlite3';

type Block = { type?: string; text?: string; thinking?: string; input?: unknown; content?: unknown };
type Line = { uuid?: string; type?: string; timestamp?: string; sessionId?: string; message?: { content?: string | Block[] } };

const textOf = (block: Block): string => {
  if (typeof block.text === 'string') return block.text;
  if (typeof block.thinking === 'string') return block.thinking;
  const value = block.input ?? block.content ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/**
 * The least that any import has to do: parse each line, insert a row for each of its blocks with prepared statements
 * (5,000 a transaction), then build the full-text index once. Answers the number of rows.
 */
export async function importAtRawLimit(file: string, databaseFile: string): Promise<number> {
  const db = new Database(databaseFile);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec(`
    CREATE TABLE records (session_id TEXT, id TEXT, seq INTEGER, kind TEXT, text TEXT, at_ms INTEGER, fts_id INTEGER, PRIMARY KEY (session_id, id)) WITHOUT ROWID;
    CREATE TABLE texts (fts_id INTEGER PRIMARY KEY, text TEXT);
    CREATE VIRTUAL TABLE fts USING fts5(text, content='texts', content_rowid='fts_id', tokenize="unicode61 remove_diacritics 2");
  `);
  const insert = db.prepare('INSERT INTO records VALUES (?, ?, ?, ?, NULL, ?, ?)');
  const insertText = db.prepare('INSERT INTO texts VALUES (?, ?)');
  let rows: unknown[][] = [];
  let seq = 0;
  const flush = db.transaction((batch: unknown[][]) => {
    for (const [session, id, at, type, atMs, text] of batch) {
      insert.run(session, id, at, type, atMs, at);
      insertText.run(at, text);
    }
  });
  for await (const text of readline.createInterface({ input: createReadStream(file) })) {
    const line = JSON.parse(text) as Line;
    const content = line.message?.content ?? '';
    const blocks = typeof content === 'string' ? [{ text: content }] : content;
    const atMs = line.timestamp ? Date.parse(line.timestamp) : null;
    for (const block of blocks) {
      seq += 1;
      rows.push([line.sessionId ?? '', `${line.uuid ?? ''}${seq}`, seq, line.type ?? '', atMs, textOf(block)]);
    }
    if (rows.length >= 5_000) {
      flush(rows);
      rows = [];
    }
  }
  flush(rows);
  db.exec("INSERT INTO fts(fts) VALUES ('rebuild')");
  db.close();
  return seq;
}
