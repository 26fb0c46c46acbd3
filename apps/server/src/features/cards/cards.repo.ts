import { DAY_MS, istDate } from '@mohlat/money';
import { type InferResult, sql } from 'kysely';
import { z } from 'zod';
import { cursorInstant, cutPage, type PageWanted, readKey } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import { query } from '#platform/db/query.ts';
import { type BillOption, EXACTNESS_WORDS, type ExactnessWord, type KeptBill } from './bill.rules.ts';

const COLUMNS = [
  'id',
  'last4',
  'network',
  'name_on_card',
  'expiry',
  'bank_name',
  'nickname',
  'last_used_at',
  'is_saved',
] as const;

const place = z.tuple([cursorInstant.nullable(), cursorInstant, z.uuid()]);

/** A page of saved cards: the last used first, those never used by when they were added. Throws validation_failed. */
export async function listCards(tx: Tx, userId: string, { limit, cursor }: PageWanted) {
  const after = readKey(cursor, place);
  const rows = await tx.call<CardRow & { readonly created_at: Date }>(
    `select ${COLUMNS.join(', ')}, created_at from cards
     where user_id = $1 and removed_at is null and is_saved
       and ($4::uuid is null or (coalesce(last_used_at, '-infinity'), created_at, id)
         < (coalesce($2::timestamptz, '-infinity'), $3::timestamptz, $4))
     order by coalesce(last_used_at, '-infinity') desc, created_at desc, id desc limit $5`,
    [userId, after?.[0] ?? null, after?.[1] ?? null, after?.[2] ?? null, limit + 1],
  );
  return cutPage(rows, limit, (row) => [
    row.last_used_at?.toISOString() ?? null,
    row.created_at.toISOString(),
    row.id,
  ]);
}

const selectCard = () => query.selectFrom('cards').select(COLUMNS);
export type CardRow = InferResult<ReturnType<typeof selectCard>>[number];

export async function findCard(tx: Tx, userId: string, id: string): Promise<CardRow | undefined> {
  return tx.find(
    selectCard().where('user_id', '=', userId).where('id', '=', id).where('removed_at', 'is', null),
  );
}

export interface NewCard {
  readonly last4: string;
  readonly network: string;
  readonly nameOnCard: string;
  readonly expiry: string;
  readonly bankName: string;
  readonly nickname: string | null;
  readonly fingerprint: Buffer;
  readonly isSaved: boolean;
}

/** Counts the saved cards beside the one with this fingerprint. */
export async function countOtherCards(tx: Tx, userId: string, fingerprint: Buffer): Promise<number> {
  const [row] = await tx.call<{ count: number }>(
    `select count(*)::int as count from cards
     where user_id = $1 and removed_at is null and is_saved and fingerprint <> $2`,
    [userId, fingerprint],
  );
  return row?.count ?? 0;
}

/**
 * Saves a card, or brings the one with the same number up to date. With another bank it takes the place of that one, whose bills and
 * payments keep the bank they were made with; the fingerprint ties them together.
 */
export async function saveCard(tx: Tx, userId: string, card: NewCard, now: Date): Promise<CardRow> {
  const [wrong] = await tx.call<{ id: string; nickname: string | null; is_saved: boolean }>(
    `select id, nickname, is_saved from cards
     where user_id = $1 and fingerprint = $2 and removed_at is null and bank_name <> $3 for update`,
    [userId, card.fingerprint, card.bankName],
  );
  if (wrong) await removeCard(tx, userId, wrong.id, now);
  const [row] = await tx.call<CardRow>(
    `insert into cards as c (user_id, last4, network, name_on_card, expiry, bank_name, nickname, fingerprint, is_saved, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (user_id, fingerprint) where removed_at is null do update
       set name_on_card = excluded.name_on_card, expiry = excluded.expiry, is_saved = c.is_saved or excluded.is_saved,
           nickname = coalesce(excluded.nickname, c.nickname)
     returning ${COLUMNS.join(', ')}`,
    [
      userId,
      card.last4,
      card.network,
      card.nameOnCard,
      card.expiry,
      card.bankName,
      card.nickname ?? wrong?.nickname ?? null,
      card.fingerprint,
      card.isSaved || wrong?.is_saved === true,
      now,
    ],
  );
  return row!;
}

/** Names a card, or takes its name away; nothing when the person has no such card. */
export async function nameCard(
  tx: Tx,
  userId: string,
  id: string,
  nickname: string | null,
): Promise<CardRow | undefined> {
  const [row] = await tx.call<CardRow>(
    `update cards set nickname = $3 where user_id = $1 and id = $2 and removed_at is null
     returning ${COLUMNS.join(', ')}`,
    [userId, id, nickname],
  );
  return row;
}

/** True when a payment to the card has not come to its end. */
export async function isCardBusy(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx.find(
    query
      .selectFrom('payments')
      .select('id')
      .where('user_id', '=', userId)
      .where('card_id', '=', id)
      .where('bill_status', 'in', ['accepted', 'submitted', 'unknown'])
      .limit(1),
  );
  return row !== undefined;
}

/** Accepting a payment takes this lock too: a card is either removed first or paid first. */
export async function lockCredit(tx: Tx, userId: string): Promise<void> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
}

export async function removeCard(tx: Tx, userId: string, id: string, now: Date): Promise<void> {
  await tx.call('update cards set removed_at = $3 where user_id = $1 and id = $2', [userId, id, now]);
}

/** A fetch that the network had not answered yet. */
export interface OpenFetch {
  /** The network's reference. */
  readonly ref: string;
  readonly beganAt: Date;
  /** The hash of the number that it was begun under, as `fetchHash` makes it. */
  readonly mobileHash: Buffer;
}

interface CardKey {
  readonly userId: string;
  readonly cardId: string;
}

/** The open fetch of a card under a mobile number, begun after `since`. */
export async function findOpenFetch(
  tx: Tx,
  { userId, cardId, mobileHash, since }: CardKey & { readonly mobileHash: Buffer; readonly since: Date },
): Promise<OpenFetch | undefined> {
  const [row] = await tx.call<{ ref: string; began_at: Date }>(
    `select bill_fetch_ref as ref, bill_fetch_began_at as began_at from cards
     where user_id = $1 and id = $2 and bill_fetch_mobile_hash = $3 and bill_fetch_began_at > $4`,
    [userId, cardId, mobileHash, since],
  );
  return row && { ref: row.ref, beganAt: row.began_at, mobileHash };
}

/** Keeps a fetch with its card, so that others take it up; false where one that is not given up is kept there. */
export async function openFetch(
  tx: Tx,
  { userId, cardId, ref, beganAt, mobileHash, givenUpBefore }: CardKey & OpenFetch & { givenUpBefore: Date },
): Promise<boolean> {
  const rows = await tx.call(
    `update cards set bill_fetch_ref = $3, bill_fetch_began_at = $4, bill_fetch_mobile_hash = $5
     where user_id = $1 and id = $2
       and (bill_fetch_ref is null or bill_fetch_began_at <= $6 or bill_fetch_mobile_hash <> $5)
     returning 1`,
    [userId, cardId, ref, beganAt, mobileHash, givenUpBefore],
  );
  return rows.length > 0;
}

/** Ends an open fetch of a card; false where another caller did, or another fetch took its place. */
export async function closeFetch(
  tx: Tx,
  { userId, cardId, ref }: CardKey & { readonly ref: string },
): Promise<boolean> {
  const rows = await tx.call(
    `update cards set bill_fetch_ref = null, bill_fetch_began_at = null, bill_fetch_mobile_hash = null
     where user_id = $1 and id = $2 and bill_fetch_ref = $3 returning 1`,
    [userId, cardId, ref],
  );
  return rows.length > 0;
}

/** The bill that another caller kept of an open fetch. One that a person sees is asked for, whoever kept it (PAY-20). */
export async function findBillOfFetch(
  tx: Tx,
  { userId, cardId, ref, beganAt, isAskedFor }: CardKey & OpenFetch & { readonly isAskedFor: boolean },
): Promise<Pick<KeptBill, 'fetchedAt' | 'payableUntil'> | undefined> {
  const [row] = await tx.call<{ fetched_at: Date; payable_until: Date }>(
    `update bill_fetches set is_asked_for = is_asked_for or $5
     where user_id = $1 and card_id = $2 and provider_ref = $3 and fetched_at >= $4
     returning fetched_at, payable_until`,
    [userId, cardId, ref, beganAt, isAskedFor],
  );
  return row && { fetchedAt: row.fetched_at, payableUntil: row.payable_until };
}

interface BillToSave extends KeptBill {
  readonly cardId: string;
  readonly billerId: string;
  /** A person asked for it, and not a worker on its way to pay (PAY-20). */
  readonly isAskedFor: boolean;
  /** The hash of the number that it was fetched under, as `fetchHash` makes it. */
  readonly mobileHash: Buffer;
}

/** Keeps a fetched bill. */
export async function saveBill(tx: Tx, userId: string, bill: BillToSave): Promise<void> {
  await tx.call(
    `insert into bill_fetches (user_id, card_id, provider_ref, biller_id, amount_due_paise, minimum_due_paise, bill_on, due_on,
       bill_number, customer_name, exactness, amount_min_paise, amount_max_paise, amount_multiple_paise, fetched_at, payable_until,
       is_asked_for, mobile_hash, payment_options)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
    [
      userId,
      bill.cardId,
      bill.fetchRef,
      bill.billerId,
      bill.amount,
      bill.minimumDue ?? null,
      bill.billDate ?? null,
      bill.dueDate ?? null,
      bill.billNumber ?? null,
      bill.customerName ?? null,
      EXACTNESS_WORDS[bill.exactness],
      bill.minAmount ?? null,
      bill.maxAmount ?? null,
      bill.multipleOf ?? null,
      bill.fetchedAt,
      bill.payableUntil,
      bill.isAskedFor,
      bill.mobileHash,
      JSON.stringify(bill.options),
    ],
  );
}

const selectBills = () =>
  query
    .selectFrom('bill_fetches')
    .select([
      'id',
      'provider_ref',
      'biller_id',
      'bill_number',
      'customer_name',
      'amount_due_paise',
      'amount_min_paise',
      'amount_max_paise',
      'amount_multiple_paise',
      'exactness',
      'bill_on',
      'due_on',
      'fetched_at',
      'payable_until',
      'mobile_hash',
      'payment_options',
    ]);

/** The latest bill of a card that may still be paid as fetched. */
export async function findPayableBill(tx: Tx, userId: string, cardId: string, now: Date) {
  const row = await tx.find(
    selectBills()
      .where('user_id', '=', userId)
      .where('card_id', '=', cardId)
      .where('payable_until', '>', now)
      .orderBy('fetched_at', 'desc')
      .limit(1),
  );
  if (!row) return undefined;
  const options = row.payment_options as unknown as readonly BillOption[];
  return { ...row, exactness: row.exactness as ExactnessWord, payment_options: options };
}
export type PayableBillRow = NonNullable<Awaited<ReturnType<typeof findPayableBill>>>;

/**
 * The latest bill of a card that the person asked for and that the bank still waits for: until its due date, and for a day at least.
 * It may be too old to be paid as fetched, and is the bill that an amount is for all the same. It may have been fetched under another
 * number, or before the card was removed and added again: the network asks for bank and ending alone. Rule: PAY-20, PAY-21
 */
export async function findBillAskedFor(
  tx: Tx,
  userId: string,
  card: Pick<CardRow, 'last4' | 'bank_name'>,
  now: Date,
) {
  return tx.find(
    selectBills()
      .where('user_id', '=', userId)
      .where('card_id', 'in', (is) =>
        is
          .selectFrom('cards')
          .select('cards.id')
          .where('cards.user_id', '=', userId)
          .where('cards.last4', '=', card.last4)
          .where('cards.bank_name', '=', card.bank_name),
      )
      .where('is_asked_for', '=', true)
      .where((is) =>
        is.or([
          is('due_on', '>=', istDate(now.getTime())),
          is('fetched_at', '>', new Date(now.getTime() - DAY_MS)),
        ]),
      )
      .orderBy('fetched_at', 'desc')
      .limit(1),
  );
}

/** PAN and Aadhaar are verified. */
export async function isIdentityProven(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.find(
    query
      .selectFrom('kyc_records')
      .select(sql<boolean>`is_identity_known(pan_status, aadhaar_status)`.as('is_known'))
      .where('user_id', '=', userId),
  );
  return row?.is_known === true;
}
