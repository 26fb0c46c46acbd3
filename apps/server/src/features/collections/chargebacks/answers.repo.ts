import type { ChargebackDetail, ChargebackEvidence } from '@mohlat/contract';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { DisputeFacts } from './answers.rules.ts';

export interface DisputeIds {
  readonly userId: string;
  readonly id: string;
}

/** Finds the owner of a dispute, for staff: it may be any person's. */
export async function findOwner(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.call<{ user_id: string }>('select user_id from chargebacks where id = $1', [id]);
  return row?.user_id;
}

/** The difference with the rail that one in review became. */
const DIFFERENCE = `select b.id, b.kind, b.resolution, b.note, b.resolved_at
  from reconciliation_breaks b
  where b.user_id = c.user_id and b.repayment_id = c.repayment_id and b.reference = c.dispute_ref
    and b.kind in ('chargeback_partial', 'chargeback_unclear')
    and coalesce(b.detail ->> 'chargebackId', c.id::text) = c.id::text
  order by b.opened_at desc limit 1`;

/** Whether two people have cleared that difference: it waits for no decision any more. */
export const IS_DECIDED = `c.status = 'review' and exists (select 1 from (${DIFFERENCE}) b where b.resolved_at is not null)`;

/** SQL condition: the dispute `c` has not ended, whoever has the next word. */
export const IS_WAITING = `c.status in ('open', 'review') and not (${IS_DECIDED})`;

/** SQL condition: a person can act on the dispute `c`. What is answered or too late waits for its bank; `now` is SQL. */
export const isForPerson = (now: string) => `(c.status = 'review' and not (${IS_DECIDED})
  or c.status = 'open' and (c.response is null or c.response = 'refused') and (c.respond_by is null or c.respond_by > ${now}))`;

export interface DisputeRow extends DisputeFacts {
  readonly id: string;
  readonly repaymentId: string;
  readonly paymentId: string;
  readonly disputeRef: string;
  readonly phase: string;
  readonly reasonCode: string | null;
  readonly amountPaise: number;
  readonly shownStatus: ChargebackDetail['status'];
  readonly openedAt: Date;
  readonly deductedAt: Date | null;
  readonly endedAt: Date | null;
  readonly summarySealed: Buffer | null;
  readonly refusal: string | null;
  readonly saidBy: string | null;
  readonly saidAt: Date | null;
  readonly sayerName: string | null;
  readonly ownerName: string | null;
  readonly openApprovalId: string | null;
  readonly repaymentPaise: number;
  readonly channel: string;
  readonly repaymentStatus: string;
  readonly receivedAt: Date | null;
  readonly paymentRef: string | null;
  readonly differenceId: string | null;
  readonly differenceKind: string | null;
  readonly resolution: string | null;
  readonly note: string | null;
  readonly resolvedAt: Date | null;
}

/** One dispute with all that is shown of it. Under the worker's role. */
export async function find(tx: Tx, { userId, id }: DisputeIds, now: Date): Promise<DisputeRow | undefined> {
  const [row] = await tx.call<DisputeRow>(
    `select c.id, c.repayment_id as "repaymentId", c.loan_id as "paymentId", c.dispute_ref as "disputeRef", c.phase,
       c.reason_code as "reasonCode", c.amount_paise as "amountPaise", c.status,
       case when ${IS_DECIDED} then 'decided' else c.status end as "shownStatus", c.response, c.opened_at as "openedAt",
       c.respond_by as "respondBy", c.deducted_at as "deductedAt", c.ended_at as "endedAt",
       c.response_summary_sealed as "summarySealed", c.response_refusal as refusal, c.response_by as "saidBy",
       c.response_at as "saidAt", s.name as "sayerName", o.full_name as "ownerName", a.id as "openApprovalId",
       a.id is not null as "isProposed",
       (select count(*)::integer from chargeback_files f where f.user_id = c.user_id and f.chargeback_id = c.id) as "fileCount",
       r.amount_paise as "repaymentPaise", r.channel, r.status as "repaymentStatus", r.received_at as "receivedAt",
       r.provider_payment_ref as "paymentRef", d.id as "differenceId", d.kind as "differenceKind", d.resolution, d.note,
       d.resolved_at as "resolvedAt"
     from chargebacks c
     join repayments r on r.user_id = c.user_id and r.id = c.repayment_id
     left join staff_register s on s.staff_id = c.response_by
     left join profiles o on o.user_id = c.user_id
     left join approvals a on a.kind = 'chargeback_accept' and a.object_id = c.id and a.status = 'open' and a.expires_at > $3
     left join lateral (${DIFFERENCE}) d on true
     where c.user_id = $1 and c.id = $2`,
    [userId, id, now],
  );
  return row;
}

/**
 * The same, locked until the transaction ends, and the instant under the lock: a wait for it may pass the last instant to
 * answer.
 */
export async function lock(
  tx: Tx,
  ids: DisputeIds,
  clock: Pick<Clock, 'now'>,
): Promise<(DisputeRow & { readonly now: Date }) | undefined> {
  await tx.call('select 1 from chargebacks where user_id = $1 and id = $2 for update', [ids.userId, ids.id]);
  const now = clock.now();
  const row = await find(tx, ids, now);
  return row && { ...row, now };
}

interface FileRow extends Omit<ChargebackEvidence, 'addedAt' | 'addedBy'> {
  readonly addedAt: Date;
  readonly addedBy: string;
  readonly adderName: string | null;
  readonly documentRef: string | null;
}

export function listFiles(tx: Tx, { userId, id }: DisputeIds): Promise<FileRow[]> {
  return tx.call<FileRow>(
    `select f.id, f.name, s.type, s.size_bytes as "sizeBytes", f.added_at as "addedAt", f.added_by as "addedBy",
       p.name as "adderName", f.document_ref as "documentRef"
     from chargeback_files f join stored_files s on s.user_id = f.user_id and s.id = f.id
     left join staff_register p on p.staff_id = f.added_by
     where f.user_id = $1 and f.chargeback_id = $2 order by f.added_at, f.id`,
    [userId, id],
  );
}

export async function addFile(
  tx: Tx,
  { userId, id }: DisputeIds,
  file: { readonly id: string; readonly name: string; readonly addedBy: string },
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into chargeback_files (user_id, id, chargeback_id, name, added_by, added_at) values ($1, $2, $3, $4, $5, $6)`,
    [userId, file.id, id, file.name, file.addedBy, now],
  );
}

/** False where there is none of that id. */
export async function removeFile(tx: Tx, { userId, id }: DisputeIds, fileId: string): Promise<boolean> {
  const rows = await tx.call(
    'delete from chargeback_files where user_id = $1 and chargeback_id = $2 and id = $3 returning id',
    [userId, id, fileId],
  );
  return rows.length > 0;
}

export async function markDocument(
  tx: Tx,
  userId: string,
  fileId: string,
  documentRef: string,
): Promise<void> {
  await tx.call('update chargeback_files set document_ref = $3 where user_id = $1 and id = $2', [
    userId,
    fileId,
    documentRef,
  ]);
}

/** Writes down what is to be told to the bank. The caller holds the lock. */
export async function say(
  tx: Tx,
  { userId, id }: DisputeIds,
  said: {
    readonly response: 'representing' | 'accepting';
    readonly by: string;
    readonly summarySealed: Buffer | null;
  },
  now: Date,
  nextLookAt: Date,
): Promise<void> {
  await tx.call(
    `update chargebacks set response = $3, response_by = $4, response_at = $5, response_summary_sealed = $6,
       response_refusal = null, next_look_at = $7
     where user_id = $1 and id = $2`,
    [userId, id, said.response, said.by, now, said.summarySealed, nextLookAt],
  );
}

export interface Unsaid extends DisputeIds {
  readonly response: 'representing' | 'accepting';
  /** When it was said: what is said again is another answer. */
  readonly saidAt: Date;
  /** The last instant to answer, where the rail named one. */
  readonly respondBy: Date | null;
  readonly amountPaise: number;
  readonly summarySealed: Buffer | null;
}

/** Finds the answer to the latest round of a dispute that is decided but not known to have reached the bank. */
export async function findUnsaid(tx: Tx, disputeRef: string): Promise<Unsaid | undefined> {
  const [row] = await tx.call<Unsaid>(
    `select user_id as "userId", id, response, response_at as "saidAt", respond_by as "respondBy", amount_paise as "amountPaise",
       response_summary_sealed as "summarySealed"
     from chargebacks where dispute_ref = $1 and response in ('representing', 'accepting')
     order by round desc limit 1`,
    [disputeRef],
  );
  return row;
}

/** The rail has it, or does not take it. What was settled or said again meanwhile stays. */
export async function settleSaid(
  tx: Tx,
  { userId, id, response, saidAt }: Unsaid,
  outcome: { readonly response: 'represented' | 'accepted' | 'refused'; readonly refusal?: string },
): Promise<void> {
  await tx.call(
    `update chargebacks set response = $4, response_refusal = $5
     where user_id = $1 and id = $2 and response = $3 and response_at = $6`,
    [userId, id, response, outcome.response, outcome.refusal ?? null, saidAt],
  );
}

/** Whether the member of staff who acts here decides about money. */
export async function isFinance(tx: Tx): Promise<boolean> {
  const [row] = await tx.call<{ is_finance: boolean }>("select app_staff_has('finance') as is_finance");
  return row?.is_finance === true;
}
