import type { Trace } from '#platform/http/trace.ts';
import type {
  AnswerOf,
  getUser,
  listUsers,
  listUserTimeline,
  QueryOf,
  Revealable,
  revealUserField,
} from '@mohlat/contract';
import type { ActCall, ListCall, SectionCall } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { findContact, mobileHashes } from '#features/me/index.ts';
import { type AuditNote, writeAudit } from '#platform/audit/audit.ts';
import { pageOf } from '#platform/db/cursor.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as list from './users.list.repo.ts';
import { readSearch, type UserSearch } from './users.rules.ts';
import { readStory } from './users.story.ts';
import { findAccount, findProfile } from './users.story.repo.ts';
import { listTimeline, type TimelineRow } from './users.timeline.repo.ts';
import { toItem } from './users.view.ts';

export type UsersDeps = Pick<FeatureContext, 'worker' | 'clock' | 'vault' | 'limits'>;

export interface UsersService {
  /** Audited: by what was looked for, never what was typed. */
  readonly list: ListCall<typeof listUsers>;
  /** Throws not_found, as all below. Audited. */
  get(actor: Actor, id: string, trace: Trace): Promise<AnswerOf<typeof getUser>>;
  readonly timeline: SectionCall<typeof listUserTimeline>;
  /** Throws own_account, reveals_used_up. Audited with its reason, and never with the value; so is a refusal. */
  readonly reveal: ActCall<typeof revealUserField>;
}

/**
 * Accounts as staff see them. A list looks over all of them, everything else is read in the transaction of one person.
 * Every look is a row of the log: the account itself, and each page of what belongs to it.
 */
export function createUsersService(deps: UsersDeps): UsersService {
  const { worker, clock } = deps;
  const about = <T>(actor: Actor, id: string, work: (tx: Tx, row: list.UserRow) => Promise<T>) =>
    worker.asStaffFor(actor, id, async (tx) => work(tx, await known(tx, id, clock.now())));
  const section = <T>(
    actor: Actor,
    { id, name, trace }: { readonly id: string; readonly name: string; readonly trace: Trace },
    work: (tx: Tx) => Promise<T>,
  ) =>
    about(actor, id, async (tx) => {
      await audit(tx, deps, { action: 'user.read', details: { section: name } }, id, trace);
      return work(tx);
    });

  return {
    list: (actor, page, trace) => worker.asStaff(actor, (tx) => listIn(tx, deps, page, trace)),
    get: (actor, id, trace) =>
      about(actor, id, async (tx, row) => {
        await audit(tx, deps, { action: 'user.read' }, id, trace);
        return readStory(tx, deps, row);
      }),
    timeline: (actor, id, page, trace) =>
      section(actor, { id, name: 'timeline', trace }, async (tx) => {
        const { items, nextCursor } = await listTimeline(tx, id, page);
        return { items: items.map(toTimelineItem), nextCursor };
      }),
    async reveal(actor, id, { field, reason }, trace) {
      const refusal = await revealRefusal(deps, actor, id);
      const value = await about(actor, id, async (tx) => {
        const note = refusal
          ? ({ action: 'user.reveal_refused', details: { field, refusal: refusal.code } } as const)
          : ({ action: 'user.revealed', details: { field } } as const);
        await audit(tx, deps, { ...note, reason }, id, trace);
        return refusal ? null : valueOf(tx, deps, id, field);
      });
      // Thrown once the row of the log stands.
      if (refusal) throw new DomainError(refusal.code, refusal.details);
      return { field, value };
    },
  };
}

/** Staff do not reveal their own data, and a rate limit bounds the rest: a stolen session gets one hour's share at most. */
async function revealRefusal({ limits }: UsersDeps, actor: Actor, id: string) {
  if (id === actor.userId) return { code: 'own_account', details: {} } as const;
  const retryAfterSeconds = await limits.findWait(actor, 'reveal');
  return retryAfterSeconds === undefined
    ? null
    : ({ code: 'reveals_used_up', details: { retryAfterSeconds } } as const);
}

/** The account, or not_found: also where there never was one. */
export async function known(tx: Tx, id: string, now: Date): Promise<list.UserRow> {
  const row = await list.findRow(tx, id, now);
  if (!row) throw new DomainError('not_found');
  return row;
}

export function audit(
  tx: Tx,
  { clock }: Pick<UsersDeps, 'clock'>,
  note: Omit<AuditNote, 'objectKind' | 'objectId' | 'subjectId'>,
  userId: string,
  trace: Trace,
): Promise<void> {
  const subject = { objectKind: 'account', objectId: userId, subjectId: userId };
  return writeAudit(tx, clock.now(), { ...note, ...subject }, trace);
}

async function listIn(
  tx: Tx,
  { clock, vault }: UsersDeps,
  { search, ...page }: QueryOf<typeof listUsers>,
  trace: Trace,
): Promise<AnswerOf<typeof listUsers>> {
  const read = search === undefined ? undefined : readSearch(search);
  const wanted = read && wantedOf(vault, read);
  const rows = await list.listRows(tx, wanted, page, clock.now());
  const { items, nextCursor } = pageOf(rows, page.limit, (row) => ({ at: row.created_at, id: row.id }));
  const { state, kyc, isOverdue } = page;
  const details = { by: read?.by ?? null, state, kyc, isOverdue, found: items.length };
  await writeAudit(tx, clock.now(), { action: 'users.listed', objectKind: 'account', details }, trace);
  return { items: items.map((row) => toItem(vault, row)), nextCursor };
}

/** Adds the keyed hash by which sealed values are found. */
function wantedOf(vault: UsersDeps['vault'], read: UserSearch): list.Wanted {
  switch (read.by) {
    case 'pan':
      return { by: read.by, hash: vault.fingerprint(read.pan, 'pan') };
    case 'mobile':
      return { ...read, hash: mobileHashes(vault, read.digits).whole };
    case 'mobile_end':
      return { ...read, hash: mobileHashes(vault, read.digits).end };
    default:
      return read;
  }
}

async function valueOf(
  tx: Tx,
  { vault }: UsersDeps,
  userId: string,
  field: Revealable,
): Promise<string | null> {
  const { mobile } = await findContact(tx, vault, userId);
  const profile = await findProfile(tx, userId);
  const open = (sealed: Buffer | null | undefined, context: string) =>
    sealed ? vault.open(sealed, `${context}:${userId}`) : null;
  switch (field) {
    case 'email':
      // The one that the page shows masked, proven or not: it says which.
      return (await findAccount(tx, userId))?.email ?? null;
    case 'mobile':
      return mobile === undefined ? null : `+91${mobile}`;
    case 'pan':
      return open(profile?.pan_sealed, 'pan');
    case 'dateOfBirth':
      return profile?.date_of_birth ?? null;
    case 'address':
      return open(profile?.address_sealed, 'address');
  }
}

function toTimelineItem(row: TimelineRow): AnswerOf<typeof listUserTimeline>['items'][number] {
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    code: row.code,
    objectId: row.object_id,
    amountPaise: row.amount_paise,
    text: row.text,
    by: row.by_id === null ? null : { id: row.by_id, name: row.by_name },
  };
}
