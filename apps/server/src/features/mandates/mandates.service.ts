import type {
  AnswerOf,
  BodyOf,
  getMandateOffer,
  listMandates,
  Mandate,
  QueryOf,
  StartedMandate,
  startMandate,
} from '@mohlat/contract';
import { collectable, OPEN_MANDATE_STATUSES, type Planning, tenOn } from '@mohlat/lending';
import { addDays, addPaise, type BusinessDate, istDate } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { chargesComing } from '#features/lending/index.ts';
import { findContact } from '#features/me/index.ts';
import { findFacts, isRunning, type PaymentFacts } from '#features/payments/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { ProviderError, unopened } from '#providers/index.ts';
import { readUpiMaximum } from './mandates.config.ts';
import * as repo from './mandates.repo.ts';
import { failureOf, maximumOf, nextDebitOf, untilOf } from './mandates.rules.ts';

type Context = Pick<FeatureContext, 'api' | 'clock' | 'vault' | 'providers' | 'limits' | 'config'>;
interface Deps extends Context {
  /** Paise. */
  readonly upiMaximum: number;
}
type Body = BodyOf<typeof startMandate>;

/** The first look at an order that is not confirmed. */
const FIRST_LOOK_MS = 5_000;
/** One that is registered is looked at sooner. */
const UNREGISTERED_LOOK_MS = 60_000;

export interface MandatesService {
  offer(actor: Actor, paymentId: string): Promise<AnswerOf<typeof getMandateOffer>>;
  list(actor: Actor, query: QueryOf<typeof listMandates>): Promise<AnswerOf<typeof listMandates>>;
  start(actor: Actor, body: Body, requestId: string): Promise<StartedMandate>;
  cancel(actor: Actor, id: string): Promise<Mandate>;
}

export function createMandatesService(context: Context): MandatesService {
  const deps: Deps = { ...context, upiMaximum: readUpiMaximum(context.config.env) };
  const { api } = deps;
  return {
    offer: (actor, paymentId) => api.asUser(actor, (tx) => offer(deps, tx, actor, paymentId)),
    list: (actor, query) =>
      api.asUser(actor, async (tx) => {
        const { items, nextCursor } = await repo.listMandates(tx, actor.userId, query);
        const now = deps.clock.now();
        const shown: Mandate[] = [];
        for (const row of items) shown.push(await withCharge(tx, actor.userId, toMandate(row, now), now));
        return { items: shown, nextCursor };
      }),
    start: (actor, body, requestId) => start(deps, actor, body, requestId),
    cancel: (actor, id) => cancel(deps, actor, id),
  };
}

/** Describes the autopay on offer, before it is set up. Throws: not_found, payment_not_payable. */
async function offer(
  { clock, upiMaximum }: Deps,
  tx: Tx,
  actor: Actor,
  paymentId: string,
): Promise<AnswerOf<typeof getMandateOffer>> {
  const facts = await findFacts(tx, actor.userId, paymentId);
  if (!facts) throw new DomainError('not_found');
  if (!isRunning(facts)) throw new DomainError('payment_not_payable');
  const now = clock.now();
  const today = istDate(now.getTime());
  const maximumPaise = maximumOf(amountsOf(facts));
  const instalments = (facts.instalments ?? []).map((one) => ({ ...one, tries: 0, last: null }));
  const planning: Planning = {
    // The days are the same for both kinds.
    kind: 'upi',
    maximumPaise,
    standsSince: today,
    isLive: true,
    freezes: facts.freezes ?? [],
    instalments,
  };
  const debits = collectable(planning, now).map((one) => ({
    instalment: one.number,
    amountPaise: one.amountPaise,
    on: istDate(one.presentAt.getTime()),
  }));
  return {
    maximumPaise,
    until: untilOf(lastDueOf(facts, today)),
    debits,
    bounceChargePaise: (await repo.findLateTerms(tx, actor.userId, facts.id)).bouncePaise,
    upi: { maximumDebitPaise: upiMaximum, isPossible: largestOf(facts) <= upiMaximum },
  };
}

function lastDueOf(facts: PaymentFacts, today: BusinessDate): BusinessDate {
  return facts.instalments?.at(-1)?.dueOn ?? today;
}

/** The facts that the provider needs to have a mandate approved. */
interface Prepared {
  readonly row: repo.MandateRow;
  readonly payer: {
    readonly name: string;
    readonly email: string | undefined;
    readonly contact: string | undefined;
  };
  readonly account: repo.DebitAccount | undefined;
}

/**
 * One mandate a loan: asking again while it is not approved answers the same order, on its own day, which is the only one on which it
 * can be approved. The order is made outside any transaction, under the mandate's id.
 * Throws: not_found, payment_not_payable, mandate_exists, mandate_above_upi_limit, mandate_needs_account,
 * mandate_ended, provider_refused, provider_unavailable. Rule: LEND-20.
 */
async function start(deps: Deps, actor: Actor, body: Body, requestId: string): Promise<StartedMandate> {
  const { api, clock, providers, vault } = deps;
  const { row, payer, account } = await api.asUser(actor, (tx) => prepare(deps, tx, actor, body));
  const ids = { userId: actor.userId, mandateId: row.id };
  try {
    const context = { requestId, actor: 'user' } as const;
    const { customerRef } =
      row.customer_ref === null
        ? await providers.mandates.openCustomer(payer, context)
        : { customerRef: row.customer_ref };
    const bank = account && {
      holderName: account.account_name,
      accountNumber: vault.open(account.number_sealed, `bank-account:${account.id}`),
      ifsc: account.ifsc,
    };
    const { orderRef } =
      row.order_ref === null
        ? await providers.mandates.register(
            {
              receipt: row.id,
              kind: row.kind,
              customerRef,
              maxAmount: row.maximum_paise,
              until: tenOn(row.until_on),
              ...(bank ? { bank } : {}),
            },
            context,
          )
        : { orderRef: row.order_ref };
    const checkout = providers.mandates.checkoutFor({ orderRef, kind: row.kind, customerRef });
    const lookAt = new Date(clock.now().getTime() + FIRST_LOOK_MS);
    const refs = { customerRef, orderRef };
    // Ended in another window while the provider was asked: an approval now would stand at the bank alone.
    const status = await api.asUser(actor, (tx) => repo.saveOrder(tx, ids, refs, lookAt));
    if (status !== 'setting_up')
      throw new DomainError(status && OPEN.has(status) ? 'mandate_exists' : 'mandate_ended');
    return {
      mandate: toMandate(row, clock.now()),
      checkout: {
        scriptUrl: checkout.scriptUrl,
        keyId: checkout.key,
        orderId: orderRef,
        customerId: customerRef,
        amountPaise: checkout.amount,
        prefill: { name: payer.name, email: payer.email ?? '', contact: payer.contact ?? '' },
      },
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // The same call again finds the same mandate and the same order, and what was refused is refused again.
    throw new DomainError(unopened(error));
  }
}

async function prepare(deps: Deps, tx: Tx, actor: Actor, body: Body): Promise<Prepared> {
  const { vault, limits } = deps;
  const facts = await findFacts(tx, actor.userId, body.paymentId);
  const account =
    body.kind === 'enach' ? await repo.findDebitAccount(tx, actor.userId, body.bankAccountId) : undefined;
  const isAccountMissing = body.kind === 'enach' && body.bankAccountId !== undefined && !account;
  if (!facts || isAccountMissing) throw new DomainError('not_found');
  if (!isRunning(facts)) throw new DomainError('payment_not_payable');
  await repo.lockMandates(tx, actor.userId, facts.id);
  const open = await repo.findOpenMandate(tx, actor.userId, facts.id);
  if (open && open.status !== 'setting_up') throw new DomainError('mandate_exists');
  if (body.kind === 'upi' && largestOf(facts) > deps.upiMaximum)
    throw new DomainError('mandate_above_upi_limit');
  if (body.kind === 'enach' && !account?.is_verified) throw new DomainError('mandate_needs_account');
  await limits.countIn(tx, 'repayment_order');
  const { name, email, mobile } = await findContact(tx, vault, actor.userId);
  const payer = { name, email, contact: mobile && `+91${mobile}` };
  const row =
    open?.kind === body.kind &&
    open.bank_account_id === (account?.id ?? null) &&
    istDate(open.created_at.getTime()) === deps.clock.today()
      ? open
      : await openMandate(deps, tx, actor, { facts, body, account, open });
  return { row, payer, account };
}

interface Wanted {
  readonly facts: PaymentFacts;
  readonly body: Body;
  readonly account: repo.DebitAccount | undefined;
  readonly open: repo.MandateRow | undefined;
}

/** A mandate of another kind, or day, that was begun and not approved gives way; should it be approved after all, it is cancelled. */
async function openMandate(
  { clock }: Deps,
  tx: Tx,
  actor: Actor,
  { facts, body, account, open }: Wanted,
): Promise<repo.MandateRow> {
  const now = clock.now();
  if (open) {
    const ids = { userId: actor.userId, mandateId: open.id };
    await repo.moveMandate(tx, ids, open.status, 'cancelling', { now, nextLookAt: now, reason: 'replaced' });
  }
  const ids = { userId: actor.userId, mandateId: newId() };
  const lastDueOn = lastDueOf(facts, istDate(now.getTime()));
  await repo.insertMandate(
    tx,
    {
      ...ids,
      loanId: facts.id,
      kind: body.kind,
      maximumPaise: maximumOf(amountsOf(facts)),
      untilOn: untilOf(lastDueOn),
      account,
    },
    now,
    new Date(now.getTime() + UNREGISTERED_LOOK_MS),
  );
  return found(tx, ids);
}

function amountsOf(facts: PaymentFacts): number[] {
  return (facts.instalments ?? []).map((one) =>
    addPaise(addPaise(one.principalPaise, one.feePaise), one.interestPaise),
  );
}

function largestOf(facts: PaymentFacts): number {
  return Math.max(0, ...amountsOf(facts));
}

/** Asked for here, begun by the worker, final when the provider says so. A second time changes nothing. */
async function cancel({ api, clock }: Deps, actor: Actor, id: string): Promise<Mandate> {
  const ids = { userId: actor.userId, mandateId: id };
  return api.asUser(actor, async (tx) => {
    const seen = await found(tx, ids);
    await repo.lockMandates(tx, actor.userId, seen.loan_id);
    const row = await found(tx, ids);
    if (OPEN.has(row.status)) {
      const now = clock.now();
      await repo.moveMandate(tx, ids, row.status, 'cancelling', { now, nextLookAt: now, reason: 'by_user' });
      await repo.skipPlanned(tx, ids, now);
      await tx.call(ANNOUNCE, [actor.userId, 'payment', row.loan_id]);
    }
    return toMandate(await found(tx, ids), clock.now());
  });
}

const OPEN: ReadonlySet<string> = new Set(OPEN_MANDATE_STATUSES);

async function found(tx: Tx, ids: repo.MandateIds): Promise<repo.MandateRow> {
  const row = await repo.findMandate(tx, ids);
  if (!row) throw new DomainError('not_found');
  return row;
}

/** Charges come at most so many days apart. Rule: LEND-L2 */
const NEXT_CHARGE_DAYS = 35;

/** A debit whose bank let its time pass counts as late: its person is told what that costs next. Rule: LEND-20 (amended), LEND-L4 */
async function withCharge(tx: Tx, userId: string, mandate: Mandate, now: Date): Promise<Mandate> {
  const { nextDebit: debit, paymentId } = mandate;
  if (debit?.state !== 'review') return mandate;
  const today = istDate(now.getTime());
  const coming = await chargesComing(tx, userId, today, addDays(today, NEXT_CHARGE_DAYS));
  const next = coming.find(({ loanId, number }) => loanId === paymentId && number === debit.instalment);
  if (next === undefined) return mandate;
  return {
    ...mandate,
    nextDebit: { ...debit, nextCharge: { on: next.leviedOn, amountPaise: next.amountPaise } },
  };
}

function toMandate(row: repo.MandateRow, now: Date): Mandate {
  const { last } = row;
  return {
    id: row.id,
    paymentId: row.loan_id,
    kind: row.kind,
    status: row.status,
    maximumPaise: row.maximum_paise,
    until: row.until_on,
    maskedAccountNumber: row.masked_account,
    bankAccountId: row.bank_account_id,
    nextDebit: nextDebitOf(row, now),
    lastDebit: last && {
      instalment: last.number,
      amountPaise: last.amountPaise,
      on: last.on,
      state: last.state,
      reason: last.state === 'failed' ? failureOf(last.reason) : null,
    },
    createdAt: row.created_at.toISOString(),
  };
}

/** More than anybody sets up for one payment. */
const SHOWN_MAX = 20;

/** Lists the mandates of one payment, newest first, as its owner sees them at a moment. */
export async function listMandatesOf(
  tx: Tx,
  { userId, paymentId }: { readonly userId: string; readonly paymentId: string },
  now: Date,
): Promise<Mandate[]> {
  const { items } = await repo.listMandates(tx, userId, { paymentId, limit: SHOWN_MAX });
  return items.map((row) => toMandate(row, now));
}
