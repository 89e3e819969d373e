import Database from 'better-sqlite3';

const schema = `
  CREATE TABLE trajectories (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, parent_session_id TEXT,
    turn_idx INTEGER NOT NULL, role TEXT NOT NULL, kind TEXT NOT NULL, tool_name TEXT, content TEXT NOT NULL, created_at REAL NOT NULL);
  CREATE TABLE turn_metrics (session_id TEXT NOT NULL, turn_idx INTEGER NOT NULL, user_prompt TEXT, retrieved_ids TEXT,
    retrieved_scores TEXT, retrieval_used INTEGER NOT NULL DEFAULT 0, iterations INTEGER, tool_error_count INTEGER, completed INTEGER,
    duration_ms INTEGER, model_id TEXT, created_at REAL NOT NULL, updated_at REAL NOT NULL, PRIMARY KEY (session_id, turn_idx));`;

type Writer = { db: Database.Database; addTurn(index: number, session?: string): void; endTurn(index: number, completed: number): void };

/** A store as its agent writes it: a prompt, a tool's result, and the turn's metrics. */
export const openWriter = (file: string, pageBytes = 4096): Writer => {
  const db = new Database(file);
  db.pragma(`page_size = ${String(pageBytes)}`);
  db.pragma('journal_mode = WAL');
  db.exec(schema);
  const addRow = db.prepare(
    `INSERT INTO trajectories (session_id, turn_idx, role, kind, tool_name, content, created_at) VALUES (?, ?, 'x', ?, ?, ?, ?)`,
  );
  const addMetrics = db.prepare(
    `INSERT INTO turn_metrics (session_id, turn_idx, retrieval_used, model_id, created_at, updated_at) VALUES (?, ?, 0, 'qwen3', ?, ?)`,
  );
  const endTurn = db.prepare('UPDATE turn_metrics SET completed = ?, iterations = 4, updated_at = updated_at + 60 WHERE turn_idx = ?');
  return {
    db,
    addTurn: (index, session = 's') => {
      addRow.run(session, index * 2, 'prompt', null, `Do ${String(index)}`, 1_767_225_600 + index * 10);
      addRow.run(session, index * 2 + 1, 'tool_result', 'bash', `bash: command=ls ${String(index)}\nok`, 1_767_225_601.5 + index * 10);
      addMetrics.run(session, index * 2, 1_767_225_600.1 + index * 10, 1_767_225_600.1 + index * 10);
    },
    endTurn: (index, completed) => void endTurn.run(completed, index * 2),
  };
};

/** A store of so many turns whose agent has ended. */
export const writeStore = (file: string, turns: number, pageBytes?: number) => {
  const writer = openWriter(file, pageBytes);
  for (let index = 0; index < turns; index++) writer.addTurn(index);
  writer.db.close();
};
