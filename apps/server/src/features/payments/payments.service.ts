import {
  type acceptPaymentBody,
  type AnswerOf,
  type BodyOf,
  type createQuote,
  type ErrorCode,
  ERRORS,
  type getForeclosure,
  type getPartPrepayment,
  type getSchedule,
  type listTransactions,
  type Payment,
  type Quote,
  QUOTE_SECONDS,
  type QueryOf,
} from '@mohlat/contract';
import { closingQuote, placeOfSupply, splitGst } from '@mohlat/lending';
import {
  availableLimit,
  type Paise,
  paise,
  scheduleTotals,
  paymentRefusal,
  type BusinessDate,
} from '@mohlat/money';
import type { z } from 'zod';
import {
  type BillerDirectory,
  type BillerList,
  billerRefusal,
  findBillAskedFor,
  findCard,
  findPayableBill,
  isAmountAllowed,
  isAnothersName,
  type PayableBillRow,
} from '#features/cards/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { findState } from '#features/me/index.ts';
import { isPaused, type LenderIdentity, settingsAt } from '#features/settings/index.ts';
import { readBankHolidays } from '#platform/config/bank-holidays.ts';
import { newId } from '#platform/crypto/ids.ts';
import { sha256 } from '#platform/crypto/vault.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { errorName } from '#platform/http/error-name.ts';
import { isAbout } from '#platform/tracing/trail.ts';
import { type PaymentFacts, type QuotedLoan, toPayment } from './payments.facts.ts';
import { quotePart } from './quote/part.rules.ts';
import { loanToQuote } from './quote/quoted.ts';
import { offerPlans } from './quote/held-terms.ts';
import { lateTerms, writeKeyFacts } from './quote/key-facts.ts';
import { isSamePlan, type PricedPlan, toOption } from './quote/quote.rules.ts';
import * as repo from './payments.repo.ts';
import { listHistory } from './list/history.ts';
import { factsOn, findFactsOn } from './list/today.ts';
import { withAgent } from './recovery-agent.ts';
import { listSchedule } from './quote/schedule.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'machineClock' | 'config' | 'log' | 'vault' | 'waker'> & {
  readonly lender: LenderIdentity;
  readonly billers: BillerDirectory;
};
type QuoteBody = BodyOf<typeof createQuote>;

/** The outcome of an accept. A refusal is an answer, too: it is stored and replayed as a payment is (LEND-C3). */
export type Accepted = ({ readonly payment: Payment } | { readonly refusal: ErrorCode }) & {
  readonly isReplay: boolean;
};

/** A short float, or a rail that errs, is seen to within minutes, or not at all. */
export const PAUSED_SECONDS = 120;

export interface PaymentsService {
  quote(actor: Actor, body: QuoteBody): Promise<AnswerOf<typeof createQuote>>;
  accept(actor: Actor, key: string, body: z.infer<typeof acceptPaymentBody>, from: string): Promise<Accepted>;
  get(actor: Actor, id: string): Promise<Payment>;
  list(
    actor: Actor,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: Payment[]; nextCursor: string | null }>;
  foreclosure(actor: Actor, id: string): Promise<AnswerOf<typeof getForeclosure>>;
  /** Throws: not_found, payment_not_payable, and why it cannot be paid early in part. */
  partPrepayment(actor: Actor, id: string, amountPaise: Paise): Promise<AnswerOf<typeof getPartPrepayment>>;
  transactions(
    actor: Actor,
    query: QueryOf<typeof listTransactions>,
  ): Promise<AnswerOf<typeof listTransactions>>;
  /** Instalments still due, a page at a time. Throws: validation_failed. */
  schedule(actor: Actor, query: QueryOf<typeof getSchedule>): Promise<AnswerOf<typeof getSchedule>>;
}

export function createPaymentsService(deps: Deps): PaymentsService {
  const { api, clock } = deps;
  return {
    quote: async (actor, body) => {
      const billers = await deps.billers.known();
      return api.asUser(actor, async (tx) => {
        // A price that cannot be accepted is none.
        if (await isPaused(tx, 'bill_payments'))
          throw new DomainError('payments_paused', { retryAfterSeconds: PAUSED_SECONDS });
        return makeQuote({ ...deps, listed: billers }, tx, actor, body);
      });
    },
    accept: (actor, key, body, from) => acceptQuote(deps, actor, key, body, from),
    get: (actor, id) =>
      api.asUser(actor, async (tx) => {
        const today = clock.today();
        const facts = await getFacts(tx, actor, id, today);
        return withAgent(tx, actor.userId, facts, toPayment(facts, today));
      }),
    list: (actor, page) =>
      api.asUser(actor, async (tx) => {
        const today = clock.today();
        const { items, nextCursor } = await repo.listFacts(tx, actor.userId, page);
        const found = items.map(({ facts }) => facts);
        const all = await factsOn(tx, actor.userId, found, today);
        return { items: all.map((facts) => toPayment(facts, today)), nextCursor };
      }),
    foreclosure: (actor, id) =>
      api.asUser(actor, async (tx) =>
        closingToday(await getQuoted(tx, actor, id, clock.today()), clock.today()),
      ),
    partPrepayment: (actor, id, amountPaise) =>
      api.asUser(actor, async (tx) =>
        quotePart(await getQuoted(tx, actor, id, clock.today()), amountPaise, clock.today()),
      ),
    transactions: (actor, query) =>
      api.asUser(actor, (tx) => listHistory(tx, actor.userId, clock.today(), query)),
    schedule: (actor, query) =>
      api.asUser(actor, (tx) => listSchedule(tx, actor.userId, clock.today(), query)),
  };
}

async function getFacts(tx: Tx, actor: Actor, id: string, today: BusinessDate): Promise<PaymentFacts> {
  const facts = await findFactsOn(tx, actor.userId, id, today);
  if (!facts) throw new DomainError('not_found');
  return facts;
}

/** The loan that a quote of today is for. Throws: not_found, payment_not_payable. */
async function getQuoted(tx: Tx, actor: Actor, id: string, today: BusinessDate): Promise<QuotedLoan> {
  const facts = await repo.findFacts(tx, actor.userId, id);
  if (!facts) throw new DomainError('not_found');
  const loan = await loanToQuote(tx, actor.userId, facts, today);
  if (loan === undefined) throw new DomainError('payment_not_payable');
  return loan;
}

/** Answers the standing of a person who may borrow this much; throws why they may not. */
async function getStanding({ clock }: Deps, tx: Tx, actor: Actor, amountPaise: number) {
  const standing = await repo.findStanding(tx, actor.userId);
  if (!standing?.is_identity_known) throw new DomainError('kyc_incomplete');
  const { state, state_reason: hold, report_on: reportOn } = standing;
  const refusal = paymentRefusal({ state, hold, reportOn }, clock.today());
  if (refusal) throw new DomainError(refusal);
  if (standing.is_consent_withdrawn) throw new DomainError('consent_withdrawn');
  const available = availableLimit(
    paise(standing.limit_paise),
    paise(standing.used_paise),
    paise(standing.reserved_paise),
  );
  if (amountPaise > available) throw new DomainError('amount_exceeds_limit');
  return standing;
}

/**
 * Order of checks: card, identity, credit state, limit, the biller and its rules, the plan. `listed`: the network's billers as
 * they are known; where they are not, the payment finds out (PAY-22).
 */
async function makeQuote(
  deps: Deps & { readonly listed: BillerList | undefined },
  tx: Tx,
  actor: Actor,
  body: QuoteBody,
) {
  const now = deps.clock.now();
  const card = await findCard(tx, actor.userId, body.cardId);
  if (!card) throw new DomainError('not_found');
  const standing = await getStanding(deps, tx, actor, body.amountPaise);
  const refusal = deps.listed && billerRefusal(deps.listed, card.bank_name, body.amountPaise);
  if (refusal) throw new DomainError(refusal);
  const payable = await findPayableBill(tx, actor.userId, card.id, now);
  if (payable && !isAmountAllowed(toPayable(payable), body.amountPaise))
    throw new DomainError('amount_not_allowed');
  // A price that is renewed comes after its bill has expired: it is for that bill still, and is not paid once more.
  const bill = payable ?? (await findBillAskedFor(tx, actor.userId, card, now));

  const offers = await offerPlans(tx, actor.userId, body, {
    settings: await settingsAt(tx, now),
    now,
    today: deps.clock.today(),
    holidays: readBankHolidays(deps.config.env),
  });
  const { plan } = body;
  const offer = plan ? offers.find(({ priced }) => isSamePlan(priced.plan, plan)) : offers[0];
  if (!offer) throw new DomainError('plan_not_available');
  const { priced: chosen, settings } = offer;
  const quoteId = newId();
  const about = { quoteId, bankName: card.bank_name, last4: card.last4, settings, lender: deps.lender };
  const facts = writeKeyFacts(chosen, about);
  const expiresAt = new Date(now.getTime() + QUOTE_SECONDS * 1000);
  const supplierState = deps.lender.stateCode;
  const supplyState = placeOfSupply(await findState(tx, deps.vault, actor.userId), supplierState);
  await repo.saveQuote(
    tx,
    actor.userId,
    {
      ...toRow(chosen),
      id: quoteId,
      cardId: card.id,
      billFetchId: bill?.id ?? null,
      settingsVersion: settings.version,
      keyFacts: facts,
      keyFactsHash: facts.hash,
      expiresAt,
      supplierState,
      supplyState,
    },
    now,
  );
  return {
    quoteId,
    expiresAt: expiresAt.toISOString(),
    amountPaise: chosen.billPaise,
    serviceFeePaise: chosen.feePaise,
    gstIncludedPaise: chosen.gstPaise,
    gst: { placeOfSupply: supplyState, ...splitGst(chosen.gstPaise, { supplierState, supplyState }) },
    interestPaise: chosen.interestPaise,
    totalAmountPaise: chosen.totalPaise,
    aprPercent: facts.aprPercent,
    annualRatePercent: facts.annualRatePercent,
    plan: chosen.plan,
    schedule: chosen.schedule.map(({ dueOn, ...row }) => ({ ...row, dueDate: dueOn })),
    options: offers.map(({ priced }) => toOption(priced)),
    keyFacts: facts,
    late: lateTerms(chosen.late),
    ...warningsOf(bill, standing.full_name),
  };
}

/** Rule: PAY-21. */
function warningsOf(
  bill: Pick<PayableBillRow, 'customer_name'> | undefined,
  ownName: string | null,
): Pick<Quote, 'warnings'> {
  const nameOnBill = bill?.customer_name;
  if (!nameOnBill || !ownName || !isAnothersName(nameOnBill, ownName)) return {};
  return { warnings: [{ code: 'bill_of_another', nameOnBill }] };
}

function toPayable(bill: PayableBillRow) {
  return {
    exactness: bill.exactness,
    amountDuePaise: bill.amount_due_paise,
    minPaise: bill.amount_min_paise,
    maxPaise: bill.amount_max_paise,
    multiplePaise: bill.amount_multiple_paise,
  };
}

function toRow(priced: PricedPlan) {
  const totals = scheduleTotals(priced.schedule);
  return {
    amountPaise: priced.billPaise,
    feePaise: priced.feePaise,
    gstPaise: priced.gstPaise,
    interestPaise: totals.interestPaise,
    totalPaise: totals.amountPaise,
    aprBps: priced.aprBps,
    annualRateBps: priced.annualRateBps,
    planKind: priced.plan.kind,
    instalmentCount: priced.schedule.length,
    schedule: priced.schedule,
  };
}

/** The hot path: one statement, one round trip. Rule: LEND-14, LEND-C1 to C3. */
async function acceptQuote(
  { api, clock, machineClock, log, waker }: Deps,
  actor: Actor,
  key: string,
  body: z.infer<typeof acceptPaymentBody>,
  from: string,
): Promise<Accepted> {
  const canonical = JSON.stringify([body.quoteId, body.billDate ?? null, body.dueDate ?? null]);
  const [row] = await api.once<repo.AcceptedRow>(repo.ACCEPT_SQL, [
    actor.userId,
    actor.sessionId,
    clock.now(),
    key,
    sha256(canonical),
    body.quoteId,
    body.billDate ?? null,
    body.dueDate ?? null,
    from,
    machineClock.now(),
  ]);
  if (!row?.facts) return { refusal: refusalOf(row?.outcome), isReplay: row?.replayed ?? false };
  isAbout(row.facts.id, { isFirst: !row.replayed });
  if (!row.has_job) await askForJob({ api, log }, actor.userId, row.facts.id);
  if (!row.replayed) waker.wake();
  return { payment: toPayment(row.facts, clock.today()), isReplay: row.replayed };
}

/** The payment is accepted, whatever becomes of this: one without a job is found by the sweep, by the time of its next look. */
async function askForJob(
  { api, log }: Pick<Deps, 'api' | 'log'>,
  userId: string,
  paymentId: string,
): Promise<void> {
  try {
    await api.once('select enqueue_submit($1, $2)', [userId, paymentId]);
  } catch (error) {
    log.warn({ paymentId, reason: errorName(error) }, 'no job sends a payment: the sweep finds it');
  }
}

function refusalOf(outcome: string | undefined): ErrorCode {
  if (outcome === 'ended') return 'session_ended';
  if (outcome === 'banned') return 'account_blocked';
  if (outcome === 'aal1') return 'mfa_required';
  if (outcome === undefined) return 'internal';
  // During an upgrade the database may know a code that this version does not; a newer server answers the same call.
  return Object.hasOwn(ERRORS, outcome) ? (outcome as ErrorCode) : 'busy';
}

/** Rule: LEND-9 (FORECLOSE). What closes the loan today, and what that saves. */
function closingToday(loan: QuotedLoan, today: BusinessDate): AnswerOf<typeof getForeclosure> {
  return { asOf: today, ...closingQuote(loan, today) };
}
