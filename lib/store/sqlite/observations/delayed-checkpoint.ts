import type { Database } from 'better-sqlite3';

const delayMs = 250;
/** Delaying more large writes in a row would let the log outgrow what one of them writes. */
const maxDelayed = 2;

/**
 * Keeps SQLite from copying the write-ahead log back into the database within the commit of a large write, which takes as long as
 * half of the write: that happens shortly after the last of them. Returns a function to call before each large write.
 */
export const makeDelayedCheckpoint = (db: Database): (() => void) => {
  const pages = Number(db.pragma('wal_autocheckpoint', { simple: true }));
  let timer: NodeJS.Timeout | undefined;
  let delayed = 0;
  const checkpoint = (): void => {
    delayed = 0;
    if (!db.open) return;
    db.pragma(`wal_autocheckpoint = ${pages}`);
    try {
      db.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // The next commit tries again, and reports why it cannot.
    }
  };
  return () => {
    clearTimeout(timer);
    delayed += 1;
    const isDelayed = delayed <= maxDelayed;
    db.pragma(`wal_autocheckpoint = ${isDelayed ? 0 : pages}`);
    if (isDelayed) timer = setTimeout(checkpoint, delayMs).unref();
    else delayed = 0;
  };
};
