import type { Trace } from '#platform/http/trace.ts';
import type { addUserNote, BodyOf, changeUserNote, listUserNotes, UserNote } from '@mohlat/contract';
import type { ActCall, SectionCall } from '#features/approvals/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './users.notes.repo.ts';
import { audit, known, type UsersDeps } from './users.service.ts';

export interface NotesService {
  /** Throws not_found and own_account, as all below. Audited. */
  readonly list: SectionCall<typeof listUserNotes>;
  readonly add: ActCall<typeof addUserNote>;
  /** Throws note_changed: of two who change one version the first one wins. */
  change(
    actor: Actor,
    userId: string,
    noteId: string,
    body: BodyOf<typeof changeUserNote>,
    trace: Trace,
  ): Promise<UserNote>;
}

/** Keeps the notes of colleagues about an account. They are sealed; every version is kept until the account is erased. */
export function createNotesService(deps: UsersDeps): NotesService {
  const { worker, clock, vault } = deps;
  const write = (
    actor: Actor,
    userId: string,
    trace: Trace,
    prepare: (tx: Tx) => Promise<{ readonly id: string; readonly version: number; readonly text: string }>,
  ) =>
    worker.asStaffFor(actor, userId, async (tx) => {
      await knownOther(tx, deps, actor, userId);
      const { id, version, text } = await prepare(tx);
      const textSealed = vault.seal(text, contextOf(id, version));
      const isFirst = await repo.writeVersion(
        tx,
        userId,
        { id, version, textSealed, by: actor.userId },
        clock.now(),
      );
      const note = await repo.findNote(tx, userId, id);
      if (!note) throw new DomainError('not_found');
      if (!isFirst) throw changed(note);
      const action = version === 1 ? 'note.written' : 'note.changed';
      await audit(tx, deps, { action, details: { noteId: id, version } }, userId, trace);
      return toNote(vault, note);
    });

  return {
    list: (actor, userId, page, trace) =>
      worker.asStaffFor(actor, userId, async (tx) => {
        await knownOther(tx, deps, actor, userId);
        const { items, nextCursor } = await repo.listNotes(tx, userId, page);
        await audit(tx, deps, { action: 'notes.read' }, userId, trace);
        return { items: items.map((row) => toNote(vault, row)), nextCursor };
      }),
    add: (actor, userId, { text }, trace) =>
      write(actor, userId, trace, async () => ({ id: newId(), version: 1, text })),
    change: (actor, userId, noteId, { text, version }, trace) =>
      write(actor, userId, trace, async (tx) => {
        const note = await repo.findNote(tx, userId, noteId);
        if (!note) throw new DomainError('not_found');
        if (note.version !== version) throw changed(note);
        return { id: noteId, version: version + 1, text };
      }),
  };
}

/** A member under suspicion would be warned by what colleagues wrote about them. Throws not_found, own_account. Rule: LEND-24 */
async function knownOther(tx: Tx, { clock }: UsersDeps, actor: Actor, userId: string): Promise<void> {
  await known(tx, userId, clock.now());
  if (userId === actor.userId) throw new DomainError('own_account');
}

const contextOf = (id: string, version: number) => `user-note:${id}:${version}`;

function changed({ writer_name: by, written_at: at }: repo.NoteRow): DomainError {
  return new DomainError('note_changed', { first: { by, at } });
}

function toNote(vault: Vault, row: repo.NoteRow): UserNote {
  const isChanged = row.version > 1;
  return {
    id: row.id,
    text: vault.open(row.text_sealed, contextOf(row.id, row.version)),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    createdBy: { id: row.created_by, name: row.creator_name },
    changedAt: isChanged ? row.written_at.toISOString() : null,
    changedBy: isChanged ? { id: row.written_by, name: row.writer_name } : null,
  };
}
