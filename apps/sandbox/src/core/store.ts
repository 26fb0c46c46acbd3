import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    book TEXT NOT NULL,
    id TEXT NOT NULL,
    ref TEXT,
    body TEXT NOT NULL,
    UNIQUE (book, id)
  );
  CREATE INDEX IF NOT EXISTS entries_by_ref ON entries (book, ref, seq);
  CREATE INDEX IF NOT EXISTS entries_by_book ON entries (book, seq);
  CREATE TABLE IF NOT EXISTS timers (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    due_at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS timers_by_due ON timers (due_at, seq);
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`;

const ID_BLOCK = 500;

export type Book<T> = {
  put(id: string, body: T, ref?: string): void;
  find(id: string): T | undefined;
  /** Entries that share a second key, oldest first. */
  listByRef(ref: string): T[];
  /** Newest first. */
  list(limit?: number): T[];
  /** Entries whose stored text contains the words, newest first. */
  search(words: string): T[];
};

type Timer = { seq: number; dueAt: number; kind: string; body: unknown };

export type Store = {
  book<T>(name: string): Book<T>;
  /** Numbers never repeat on one file, not even after a reset or a crash. */
  nextNumber(): number;
  readSetting(name: string): string | undefined;
  writeSetting(name: string, value: string): void;
  addTimer(dueAt: number, kind: string, body: unknown): void;
  /** Removes and returns the earliest timer that is due. */
  takeTimer(nowMs: number): Timer | undefined;
  nextTimerAt(): number | undefined;
  transaction<T>(work: () => T): T;
  reset(): void;
  close(): void;
};

type EntryRow = { body: string };

function openBook<T>(db: DatabaseSync, name: string): Book<T> {
  const put = db.prepare(
    `INSERT INTO entries (book, id, ref, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (book, id) DO UPDATE SET body = excluded.body, ref = coalesce(excluded.ref, ref)`,
  );
  const find = db.prepare('SELECT body FROM entries WHERE book = ? AND id = ?');
  const byRef = db.prepare('SELECT body FROM entries WHERE book = ? AND ref = ? ORDER BY seq');
  const all = db.prepare('SELECT body FROM entries WHERE book = ? ORDER BY seq DESC LIMIT ?');
  const containing = db.prepare(
    'SELECT body FROM entries WHERE book = ? AND instr(body, ?) > 0 ORDER BY seq DESC',
  );
  const read = (rows: unknown[]): T[] => rows.map((row) => JSON.parse((row as EntryRow).body) as T);
  return {
    put: (id, body, ref) => void put.run(name, id, ref ?? null, JSON.stringify(body)),
    find: (id) => {
      const row = find.get(name, id) as EntryRow | undefined;
      return row && (JSON.parse(row.body) as T);
    },
    listByRef: (ref) => read(byRef.all(name, ref)),
    search: (words) => read(containing.all(name, words)),
    list: (limit = 100_000) => read(all.all(name, limit)),
  };
}

function numberSource(write: StatementSync, read: StatementSync): () => number {
  const row = read.get('next_number') as { value: string } | undefined;
  let next = row ? Number(row.value) : 1;
  let limit = next;
  return () => {
    if (next >= limit) {
      // A whole block is reserved at once, so that a crash can only leave a gap.
      limit = next + ID_BLOCK;
      write.run('next_number', String(limit));
    }
    return next++;
  };
}

function transactions(db: DatabaseSync): <T>(work: () => T) => T {
  let depth = 0;
  return (work) => {
    if (depth > 0) return work();
    db.exec('BEGIN IMMEDIATE');
    depth += 1;
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    } finally {
      depth -= 1;
    }
  };
}

/** Inboxes and codes are in it: no other user of this machine reads it. What SQLite puts beside it is as closed. */
function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** Opens the twin's books: one SQLite file, or memory for `:memory:`. */
export function openStore(path: string): Store {
  if (path !== ':memory:') makePrivate(path);
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;');
  db.exec(SCHEMA);
  const readSetting = db.prepare('SELECT value FROM settings WHERE name = ?');
  const writeSetting = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const addTimer = db.prepare('INSERT INTO timers (due_at, kind, body) VALUES (?, ?, ?)');
  const firstTimer = db.prepare('SELECT seq, due_at, kind, body FROM timers ORDER BY due_at, seq LIMIT 1');
  const dropTimer = db.prepare('DELETE FROM timers WHERE seq = ?');
  const books = new Map<string, Book<unknown>>();
  const first = () =>
    firstTimer.get() as { seq: number; due_at: number; kind: string; body: string } | undefined;
  return {
    book<T>(name: string) {
      const known = books.get(name) ?? openBook<unknown>(db, name);
      books.set(name, known);
      return known as Book<T>;
    },
    nextNumber: numberSource(writeSetting, readSetting),
    readSetting: (name) => (readSetting.get(name) as { value: string } | undefined)?.value,
    writeSetting: (name, value) => void writeSetting.run(name, value),
    addTimer: (dueAt, kind, body) => void addTimer.run(Math.round(dueAt), kind, JSON.stringify(body)),
    takeTimer(nowMs) {
      const row = first();
      if (!row || row.due_at > nowMs) return undefined;
      dropTimer.run(row.seq);
      return { seq: row.seq, dueAt: row.due_at, kind: row.kind, body: JSON.parse(row.body) as unknown };
    },
    nextTimerAt: () => first()?.due_at,
    transaction: transactions(db),
    reset: () =>
      db.exec("DELETE FROM entries; DELETE FROM timers; DELETE FROM settings WHERE name <> 'next_number';"),
    close: () => db.close(),
  };
}
