import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';

export interface NoteRow {
  readonly id: string;
  readonly version: number;
  readonly text_sealed: Buffer;
  readonly created_at: Date;
  readonly created_by: string;
  readonly creator_name: string | null;
  readonly written_at: Date;
  readonly written_by: string;
  readonly writer_name: string | null;
}

const NOTES = `select f.id, n.version, n.text_sealed, f.written_at as created_at, f.written_by as created_by,
    n.written_at, n.written_by
  from user_notes f
  join lateral (
    select l.version, l.text_sealed, l.written_at, l.written_by from user_notes l
    where l.user_id = f.user_id and l.id = f.id order by l.version desc limit 1
  ) n on true
  where f.user_id = $1 and f.version = 1`;

/** With the names of their writers, asked for apart: a cluster keeps the register and a person's rows on different nodes (decision 121). */
async function listNamed(tx: Tx, text: string, values: readonly unknown[]): Promise<NoteRow[]> {
  const notes = await tx.call<Omit<NoteRow, 'creator_name' | 'writer_name'>>(text, values);
  const writers = notes.flatMap((note) => [note.created_by, note.written_by]);
  const rows = await tx.call<{ staff_id: string; name: string }>(
    'select staff_id, name from staff_register where staff_id = any ($1::uuid[])',
    [[...new Set(writers)]],
  );
  const names = new Map(rows.map((row) => [row.staff_id, row.name]));
  return notes.map((note) => ({
    ...note,
    creator_name: names.get(note.created_by) ?? null,
    writer_name: names.get(note.written_by) ?? null,
  }));
}

/** Notes with their newest version, by when they were first written. */
export async function listNotes(
  tx: Tx,
  userId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const after = readCursor(page.cursor);
  const rows = await listNamed(
    tx,
    `${NOTES} and ($2::timestamptz is null or (f.written_at, f.id) < ($2, $3::uuid))
     order by f.written_at desc, f.id desc limit $4`,
    [userId, after?.at ?? null, after?.id ?? null, page.limit + 1],
  );
  return pageOf(rows, page.limit, (row) => ({ at: row.created_at, id: row.id }));
}

export async function findNote(tx: Tx, userId: string, id: string): Promise<NoteRow | undefined> {
  const [row] = await listNamed(tx, `${NOTES} and f.id = $2`, [userId, id]);
  return row;
}

/** False where another writer wrote this version first. */
export async function writeVersion(
  tx: Tx,
  userId: string,
  note: { readonly id: string; readonly version: number; readonly textSealed: Buffer; readonly by: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx.call(
    `insert into user_notes (user_id, id, version, text_sealed, written_by, written_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning version`,
    [userId, note.id, note.version, note.textSealed, note.by, now],
  );
  return rows.length === 1;
}
