import type { BillFailureCode } from '@mohlat/contract';
import { MINUTE_MS } from '@mohlat/money';
import { isBlocked } from '#features/account-block.ts';
import {
  type BillerDirectory,
  BillNotFetched,
  EXACTNESS_WORDS,
  fetchBill,
  fetchHash,
  findPayableBill,
  isAmountAllowed,
  optionFor,
  takesAmount,
} from '#features/cards/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { findContact } from '#features/me/index.ts';
import { isPaused } from '#features/settings/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import { sha256 } from '#platform/crypto/vault.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import {
  type Biller,
  BillRejected,
  convenienceFee,
  ProviderDuplicate,
  ProviderError,
  ProviderRateLimited,
  type SubmitBillPayment,
} from '#providers/index.ts';
import { maySend, SEND_WITHIN_MS } from './enquiry.rules.ts';
import { announce, SENT, settleFailed, type SettleDeps, UNSENT } from './settle.ts';
import * as work from './work.repo.ts';

export type SubmitDeps = SettleDeps &
  Pick<FeatureContext, 'vault' | 'providers' | 'log'> & {
    readonly billers: BillerDirectory;
    readonly remitterName: string;
    /** Pauses before the looks that follow the sending directly; without it, as a person who waits for them needs. */
    readonly firstLooksMs?: readonly number[] | undefined;
  };

/** The request as it was sent, kept so that a resend is the same byte for byte. */
export interface KeptRequest extends Omit<SubmitBillPayment, 'paidAt'> {
  readonly paidAt: string;
  readonly payableUntil: string;
}

/** Opens the request of an attempt; undefined where there is none, or where it was erased with a closed account. */
export function requestOf(
  vault: SubmitDeps['vault'],
  { request_sealed: sealed, attempt_id: attemptId }: Pick<work.WorkRow, 'request_sealed' | 'attempt_id'>,
): KeptRequest | undefined {
  if (sealed === null || attemptId === null) return undefined;
  return JSON.parse(vault.open(sealed, `attempt:${attemptId}`)) as KeptRequest;
}

/** A refetched bill must leave room for a resend after ten minutes (LEND-X3) before it expires. */
const FRESH_BILL_MS = 3 * 60_000;
/** A call that certainly did nothing is made again for so long; its worker does nothing else meanwhile. */
const KEEP_SENDING_MS = MINUTE_MS;
/** The reason of a payment that staff stopped by a block of its account, before anything left. Rule: PAY-24 */
const BLOCKED = 'account_blocked' satisfies BillFailureCode;

/** One open attempt at a bill, of one card of ours, and of one as the network knows it. Rule: LEND-X4 */
const ONE_PER_BILL: ReadonlySet<string | undefined> = new Set([
  'payment_attempts_one_per_bill',
  'payment_attempts_one_per_bill_of_ending',
]);

interface Ready {
  readonly fetchRef: string;
  readonly fetchedAt: Date;
  readonly billerId: string;
  readonly billNumber: string | null;
  readonly payableUntil: Date;
  readonly mobile: string;
  readonly convFee: number;
  readonly option: SubmitBillPayment['option'];
}

export type Submission = 'sent' | 'settled' | 'not_ours' | 'later' | 'held_up' | 'bank_asked' | 'paused';

/**
 * Brings an accepted payment to the rail: a payable bill, the attempt committed, then the one call.
 * `sent`: the rail may have it, look for the outcome. `later`: nothing has left, try again soon. `held_up`: nor has anything, and the
 * rail is given time. `bank_asked`: the bank still looks for the bill. `paused`: staff have paused payments, the sweep takes it up again.
 * Throws what the queue should try again; nothing has left then either.
 */
export async function submitPayment(deps: SubmitDeps, ids: work.PaymentIds): Promise<Submission> {
  const { row, isHeld } = await deps.worker.forUser(ids.userId, async (tx) => ({
    row: await work.findWork(tx, ids),
    isHeld: await isPaused(tx, 'bill_payments'),
  }));
  if (row?.bill_status !== 'accepted') return 'not_ours';
  if (deps.clock.now().getTime() - row.accepted_at.getTime() > SEND_WITHIN_MS)
    return fail(deps, ids, 'not_sent');
  if (isHeld) return 'paused';
  // An attempt that has begun cannot wait in `accepted` any more (LEND-18).
  if (deps.providers.billPayment.isHeldUp()) return 'held_up';

  const ready = await makeReady(deps, ids, row);
  if (ready === 'bank_asked') return ready;
  if (typeof ready === 'string') return fail(deps, ids, ready);
  // Behind one that tries an open circuit again, the others would wait for its answer, and fail with it.
  if (!deps.providers.billPayment.maySubmit()) return 'held_up';
  const attemptId = newId();
  const now = deps.clock.now();
  const request: KeptRequest = {
    fetchRef: ready.fetchRef,
    paymentKey: `MOH${attemptId.replaceAll('-', '').toUpperCase()}`,
    amount: row.amount_paise,
    ...(ready.option ? { option: ready.option } : {}),
    convFee: ready.convFee,
    remitterName: deps.remitterName,
    paidAt: now.toISOString(),
    payableUntil: ready.payableUntil.toISOString(),
  };
  const begun = await begin(deps, ids, paidCard(row, ready.billerId), { attemptId, request, ready, now });
  if (begun === 'blocked') return fail(deps, ids, BLOCKED);
  if (begun !== 'begun') return begun;
  await send(deps, ids, request, row.accepted_at);
  return 'sent';
}

async function fail(
  deps: SubmitDeps,
  ids: work.PaymentIds,
  reason: BillFailureCode,
): Promise<'settled' | 'not_ours'> {
  return (await settleFailed(deps, ids, UNSENT(reason))) ? 'settled' : 'not_ours';
}

const paidCard = ({ card_id: cardId, last4 }: work.WorkRow, billerId: string): work.PaidCard => ({
  cardId,
  billerId,
  last4,
});

/** A bill that may be paid now; or why there is none. What is thrown here has moved nothing. */
async function makeReady(
  deps: SubmitDeps,
  ids: work.PaymentIds,
  row: work.WorkRow,
): Promise<Ready | BillFailureCode | 'bank_asked'> {
  const { contact, kept } = await deps.worker.forUser(ids.userId, async (tx) => {
    const bill = await findPayableBill(tx, ids.userId, row.card_id, deps.clock.now());
    const isUsed = bill && (await work.isFetchUsed(tx, ids, paidCard(row, bill.biller_id), bill.fetched_at));
    return {
      contact: await findContact(tx, deps.vault, ids.userId),
      kept: isUsed ? undefined : bill,
    };
  });
  if (!contact.mobile) return 'mobile_missing';
  const mobile = contact.mobile;
  let biller: Biller;
  try {
    biller = await deps.billers.find(row.bank_name);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'biller_not_supported') return error.code;
    if (error instanceof DomainError && error.code === 'biller_deactivated') return 'biller_closed';
    throw error;
  }
  if (!takesAmount(biller, row.amount_paise)) return 'amount_not_allowed';
  const convFee = convenienceFee(biller, row.amount_paise);
  const isFresh = kept && deps.clock.now().getTime() - kept.fetched_at.getTime() < FRESH_BILL_MS;
  // Fetched under a number that has changed since, the payment would be looked for in the list of another number.
  if (isFresh && kept.mobile_hash?.equals(fetchHash(deps.vault, ids.userId, mobile))) {
    return {
      fetchRef: kept.provider_ref,
      fetchedAt: kept.fetched_at,
      billerId: kept.biller_id,
      billNumber: kept.bill_number,
      payableUntil: kept.payable_until,
      mobile,
      convFee,
      option: optionFor(
        { amountDuePaise: kept.amount_due_paise, options: kept.payment_options },
        row.amount_paise,
      ),
    };
  }
  return refetch(deps, ids, row, biller, { mobile, convFee });
}

const DEFINITE = [
  'bill_not_due',
  'customer_not_found',
  'biller_closed',
  'not_supported',
  'bill_expired',
] as const satisfies readonly BillFailureCode[];

async function refetch(
  deps: SubmitDeps,
  ids: work.PaymentIds,
  row: work.WorkRow,
  biller: Biller,
  known: { readonly mobile: string; readonly convFee: number },
): Promise<Ready | BillFailureCode | 'bank_asked'> {
  try {
    const bill = await fetchBill(
      { port: deps.providers.billPayment, clock: deps.clock, vault: deps.vault },
      {
        userId: ids.userId,
        card: { id: row.card_id, last4: row.last4 },
        mobile: known.mobile,
        biller,
        context: { requestId: ids.paymentId, actor: 'job' },
        within: (work) => deps.worker.forUser(ids.userId, work),
      },
    );
    const rules = {
      exactness: EXACTNESS_WORDS[bill.exactness],
      amountDuePaise: bill.amount,
      minPaise: bill.minAmount ?? null,
      maxPaise: bill.maxAmount ?? null,
      multiplePaise: bill.multipleOf ?? null,
    };
    if (!isAmountAllowed(rules, row.amount_paise)) return 'amount_not_allowed';
    return {
      fetchRef: bill.fetchRef,
      fetchedAt: bill.fetchedAt,
      billerId: biller.id,
      billNumber: bill.billNumber ?? null,
      payableUntil: bill.payableUntil,
      option: optionFor({ amountDuePaise: bill.amount, options: bill.options }, row.amount_paise),
      ...known,
    };
  } catch (error) {
    const { reason } = error instanceof BillNotFetched ? error : { reason: undefined };
    const definite = DEFINITE.find((one) => one === reason);
    if (definite !== undefined) return definite;
    if (reason === 'not_ready') return 'bank_asked';
    throw error;
  }
}

interface Beginning {
  readonly attemptId: string;
  readonly request: KeptRequest;
  readonly ready: Ready;
  readonly now: Date;
}

/**
 * The attempt is on disk before the first byte leaves. One open attempt per bill, and one payment per fetched bill:
 * another one waits its turn. Nothing begins while payments are paused, or for an account that was blocked by then; what has begun goes on.
 * Rule: LEND-18, PAY-24
 */
async function begin(
  deps: SubmitDeps,
  ids: work.PaymentIds,
  card: work.PaidCard,
  { attemptId, request, ready, now }: Beginning,
): Promise<'begun' | 'blocked' | 'paused' | 'later' | 'not_ours'> {
  const text = JSON.stringify(request);
  const attempt = {
    id: attemptId,
    ourReference: request.paymentKey,
    billerId: ready.billerId,
    billNumber: ready.billNumber,
  };
  const sealed = {
    mobile: deps.vault.seal(ready.mobile, `attempt:${attemptId}`),
    request: deps.vault.seal(text, `attempt:${attemptId}`),
    requestHash: sha256(text),
  };
  try {
    return await deps.worker.forUser(ids.userId, async (tx) => {
      if (await isBlocked(tx, ids.userId)) return 'blocked';
      if (await isPaused(tx, 'bill_payments')) return 'paused';
      await work.lockFetch(tx, ids, ready.fetchRef);
      if (await work.isFetchUsed(tx, ids, card, ready.fetchedAt)) return 'later';
      if (!(await work.beginAttempt(tx, ids, now, attempt, sealed))) return 'not_ours';
      await announce(tx, ids);
      return 'begun';
    });
  } catch (error) {
    if (ONE_PER_BILL.has((error as { constraint?: string }).constraint)) return 'later';
    throw error;
  }
}

/** The call itself, and what its answer means. Rule: LEND-18; never failed without a definite refusal. */
async function send(
  deps: SubmitDeps,
  ids: work.PaymentIds,
  request: KeptRequest,
  acceptedAt: Date,
): Promise<void> {
  const { worker, providers, clock, log } = deps;
  const until = Math.min(clock.now().getTime() + KEEP_SENDING_MS, acceptedAt.getTime() + SEND_WITHIN_MS);
  const mayLeave = () => maySend(request.payableUntil, clock.now());
  for (let attempt = 1; mayLeave(); attempt += 1) {
    try {
      const { payRef } = await providers.billPayment.submit(
        { ...request, paidAt: new Date(request.paidAt) },
        { requestId: ids.paymentId, actor: 'job', mayLeave },
      );
      await worker.forUser(ids.userId, (tx) => work.adoptReference(tx, ids, payRef));
      return;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn(
        { paymentId: ids.paymentId, outcome: error.name, code: error.providerCode },
        'bill payment not confirmed',
      );
      const isRefused = error.outcome === 'rejected';
      const waitMs = Math.max(400 * attempt, error instanceof ProviderRateLimited ? error.retryAfterMs : 0);
      const isLast = clock.now().getTime() + waitMs >= until;
      if (isRefused || (error.outcome === 'not_done' && isLast)) {
        const refusal = error instanceof BillRejected ? error.reason : 'refused';
        await settleFailed(deps, ids, SENT(isRefused ? refusal : 'not_sent'));
        return;
      }
      if (error.outcome === 'not_done') {
        await clock.pause(waitMs);
        continue;
      }
      await worker.forUser(ids.userId, async (tx) => {
        await work.markUnknown(tx, ids, clock.now(), 'unknown');
        await announce(tx, ids);
      });
      if (error instanceof ProviderDuplicate && error.existingRef)
        await adoptIfOurs(deps, ids, request, error.existingRef).catch(leaveToEnquiry);
      return;
    }
  }
}

/**
 * Takes up the reference a duplicate names, once the rail shows our own reference and amount under it: it may be
 * another payment of the same bill. Throws ProviderError when it is, or when the rail does not say. Rule: LEND-X3.
 */
export async function adoptIfOurs(
  deps: SubmitDeps,
  ids: work.PaymentIds,
  { paymentKey, amount }: Pick<KeptRequest, 'paymentKey' | 'amount'>,
  payRef: string,
): Promise<void> {
  await deps.providers.billPayment.getPayment(payRef, { paymentKey, amount });
  await deps.worker.forUser(ids.userId, (tx) => work.adoptReference(tx, ids, payRef));
}

/** Under our own reference the list tells what became of it. */
function leaveToEnquiry(error: unknown): void {
  if (!(error instanceof ProviderError)) throw error;
}
