import {
  announceAt,
  countedDueOn,
  type FailurePolicy,
  nextStep,
  nextTry,
  OPEN_DEBIT_STATES,
  policyOf,
  RAIL_MIN_PAISE,
  UNPAID_DEBIT_STATES,
} from '@mohlat/lending';
import { addDays, type BusinessDate, formatRupees, istDate, paise } from '@mohlat/money';
import { chargeBounce, type LeviedCharge, settleStanding } from '#features/lending/index.ts';
import { type Language, type Notice, writtenDay } from '#features/notifications/index.ts';
import { creditDebit, failRepayment, isDebitCredited } from '#features/repayments/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import type { PaymentState } from '#providers/index.ts';
import type { MandateDeps } from './mandates.look.ts';
import { findLateTerms } from './mandates.repo.ts';
import { debitReference, reasonOf } from './mandates.rules.ts';
import { debitOf, putAside, verdictOf } from './mandates.waiting.ts';
import * as repo from './mandates.work.repo.ts';

/** The dependencies for telling an outcome. */
export type OutcomeDeps = Pick<MandateDeps, 'worker' | 'clock' | 'config' | 'notifier' | 'lender'>;

/** The bank answered: money is credited; a refusal of every payment is final, and so is money that went back to its payer. */
export async function judgeDebit(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
  payments: readonly PaymentState[],
): Promise<void> {
  const verdict = verdictOf(payments);
  if (verdict === 'given_back') return failDebit(deps, ids, 'refunded');
  if (verdict === 'failed') return failDebit(deps, ids, reasonOf(payments.at(-1)?.failure));
  const isCredited = await creditDebit(deps, { userId: ids.userId, repaymentId: ids.presentationId });
  return isCredited ? finish(deps, ids, row) : putAside(deps, ids, row);
}

/** Told at once, with whom to turn to. Rule: LEND-20 post-debit notice. */
async function finish(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
): Promise<void> {
  await deps.worker.forUser(ids.userId, (tx) => finishIn(deps, tx, ids, row));
}

/** The same in a transaction that has credited the money. */
export async function finishIn(
  deps: OutcomeDeps,
  tx: Tx,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
): Promise<void> {
  const now = deps.clock.now();
  const end = { nextLookAt: null, endedAt: now };
  if (!(await repo.savePresentation(tx, ids, OPEN_DEBIT_STATES, 'paid', end))) return;
  await tellCollected(deps, tx, ids.userId, row, now);
}

/**
 * Ends as paid a debit that had ended without its money. Who credited that asked for this look, so nothing is asked about it here. Its
 * person may have been told that it failed. Rule: LEND-20 post-debit notice
 */
export async function finishLate(deps: OutcomeDeps, ids: repo.PresentationIds): Promise<void> {
  await deps.worker.forUser(ids.userId, async (tx) => {
    const row = await repo.lockPresentation(tx, ids);
    if (!row) return;
    const now = deps.clock.now();
    const end = { nextLookAt: null, endedAt: now };
    if (!(await repo.savePresentation(tx, ids, UNPAID_DEBIT_STATES, 'paid', end))) return;
    await tellCollected(deps, tx, ids.userId, row, now);
    await tx.call(ANNOUNCE, [ids.userId, 'payment', row.loan_id]);
  });
}

async function tellCollected(
  deps: OutcomeDeps,
  tx: Tx,
  userId: string,
  row: repo.PresentationRow,
  now: Date,
): Promise<void> {
  const { grievanceOfficer: officer } = deps.lender;
  const about = aboutDebit(deps, row);
  const isAfterAll = row.state === 'failed';
  await deps.notifier.notify(
    tx,
    userId,
    {
      type: 'success',
      icon: 'check',
      ...(isAfterAll
        ? {
            ...AFTER_ALL.en(about.amount),
            inHindi: AFTER_ALL.hi(about.amount),
            template: 'mandate.debited_late',
          }
        : {
            title: `${about.amount} was collected`,
            description: `Instalment ${row.number}, ${row.bank_name} •• ${row.last4}.`,
            template: 'mandate.debited',
          }),
      vars: { ...about, officer: officer.name, officerPhone: officer.phone, officerEmail: officer.email },
    },
    now,
  );
}

/** A debit pays its instalment alone, so of what was paid by hand no more goes back: what its charges took is held. Rule: LEND-20, LEND-9 */
const AFTER_ALL = {
  en: (amount: string) => ({
    title: `${amount} was collected after all`,
    description:
      'We told you that it had failed. Do not pay it again: what you paid for it meanwhile goes back to you. ' +
      'The rest, such as charges that fall away, waits for your next instalment.',
  }),
  hi: (amount: string) => ({
    title: `आख़िरकार ${amount} ले लिए गए`,
    description:
      'हमने आपको बताया था कि ये नहीं लिए जा सके। इन्हें दोबारा न चुकाएँ: इस बीच आपने इसके लिए जो चुकाया, वह आपको लौटाया जाएगा। ' +
      'बाकी, जैसे हटाए गए शुल्क, आपकी अगली किस्त के लिए रखा रहेगा।',
  }),
} as const;

function aboutDebit({ config }: OutcomeDeps, row: repo.PresentationRow) {
  return {
    amount: formatRupees(paise(row.amount_paise)),
    instalment: String(row.number),
    bank: row.bank_name,
    last4: row.last4,
    reference: debitReference(row.id),
    link: `${config.publicUrl}/dashboard/payments/${row.loan_id}`,
  };
}

/**
 * The debit was surely not made, unless its money came while the answer was on its way: then it is paid. Want of funds and a technical return are presented once more, after three days and with a
 * notice of its own; a dead mandate is looked at, and the person is asked. Lateness counts from here on, by its due date.
 * Rule: LEND-20, LEND-L6.
 */
export async function failDebit(deps: MandateDeps, ids: repo.PresentationIds, reason: string): Promise<void> {
  if (policyOf(reason) === 'ours')
    deps.log.error({ presentationId: ids.presentationId, reason }, 'debit: our mistake');
  await deps.worker.forUser(ids.userId, (tx) => failDebitIn(deps, tx, ids, reason));
}

/** The same in the caller's transaction. Locks: as lockPresentation. */
export async function failDebitIn(
  deps: OutcomeDeps,
  tx: Tx,
  ids: repo.PresentationIds,
  reason: string,
): Promise<void> {
  const policy = policyOf(reason);
  const row = await repo.lockPresentation(tx, ids);
  const now = deps.clock.now();
  if (!row) return;
  const debited = { userId: ids.userId, repaymentId: ids.presentationId };
  if (await isDebitCredited(tx, debited)) return finishIn(deps, tx, ids, row);
  const end = { nextLookAt: null, endedAt: now, reason };
  if (!(await repo.savePresentation(tx, ids, OPEN_DEBIT_STATES, 'failed', end))) return;
  await failRepayment(tx, debited, reason);
  const isBounce = policy === 'funds' && row.kind === 'enach';
  const debit = { loanId: row.loan_id, number: row.number };
  const charge = isBounce ? await chargeBounce(tx, ids.userId, debit, now) : undefined;
  // Rule: LEND-X10. Nothing is asked of the person, so nothing is tried again, and they are not told to pay.
  const next = await planNext(tx, ids.userId, row, policy, now);
  // The rail refuses the order of a mandate that was ended in the bank's app like a mistake of ours: a look tells them apart.
  if (policy === 'dead' || policy === 'ours')
    await repo.saveMandateLook(tx, { userId: ids.userId, mandateId: row.mandate_id }, now);
  await settleStanding(tx, [ids.userId], now);
  await tx.call(ANNOUNCE, [ids.userId, 'payment', row.loan_id]);
  // After the instalment was paid by other means there is a charge to tell of, or nothing.
  const isAsked = row.is_live && (row.unpaid_paise > 0 || charge !== undefined);
  if (isAsked && !debitOf(row, now).isFrozen)
    await tellFailed(deps, tx, ids.userId, row, { policy, charge, next }, now);
}

/** Another try of the same instalment: a new order, and a notice of its own. */
async function planNext(
  tx: Tx,
  userId: string,
  row: repo.PresentationRow,
  policy: FailurePolicy,
  now: Date,
): Promise<Date | undefined> {
  if (nextStep(debitOf(row, now), now).step === 'skip') return undefined;
  const presentAt = nextTry(
    row.kind,
    policy,
    await repo.countTries(tx, userId, row),
    now,
    istDate(now.getTime()),
  );
  if (presentAt === undefined || row.unpaid_paise < RAIL_MIN_PAISE) return undefined;
  const next = { presentAt, noticedAt: null, amountPaise: row.unpaid_paise };
  const nextLookAt = announceAt(presentAt, now);
  await repo.planAgain(tx, userId, { id: newId(), after: row, ...next, nextLookAt }, now);
  return presentAt;
}

interface Failure {
  readonly policy: FailurePolicy;
  /** The bounce charge for the return. */
  readonly charge: LeviedCharge | undefined;
  readonly next: Date | undefined;
}

async function tellFailed(
  deps: OutcomeDeps,
  tx: Tx,
  userId: string,
  row: repo.PresentationRow,
  { policy, charge, next }: Failure,
  now: Date,
): Promise<void> {
  const about = aboutDebit(deps, row);
  const { graceDays } = await findLateTerms(tx, userId, row.loan_id);
  const today = istDate(now.getTime());
  const failed = {
    policy,
    charge,
    number: row.number,
    amountPaise: row.amount_paise,
    unpaidPaise: row.unpaid_paise,
    next: next && istDate(next.getTime()),
    freeUntil: addDays(countedDueOn(row.freezes, row.due_on, today), graceDays),
    today,
  };
  const isPaid = row.unpaid_paise === 0;
  const notice = (language: Language): Notice => {
    const what = failedText(language, failed);
    return {
      type: 'warning',
      icon: 'alert',
      title: (isPaid ? PAID_TITLE : FAILED_TITLE)[language](about.amount),
      description: what,
      language,
      ...(isPaid && charge
        ? { template: 'mandate.debit_back_paid', vars: { ...about, ...aboutCharge(charge, language) } }
        : { template: 'mandate.debit_failed', vars: { ...about, what } }),
    };
  };
  await deps.notifier.notify(tx, userId, notice, now);
}

const aboutCharge = ({ amountPaise, overdueOn }: LeviedCharge, language: Language) => ({
  charge: formatRupees(amountPaise),
  date: writtenDay(overdueOn, language),
});

/** The facts to tell about a debit that was not made. */
interface FailedDebit extends Pick<Failure, 'policy' | 'charge'> {
  readonly number: number;
  readonly amountPaise: number;
  /** The unpaid part of its instalment: it may be paid by hand while the bank has the debit. */
  readonly unpaidPaise: number;
  /** The day of the next try. */
  readonly next: BusinessDate | undefined;
  /** The last day before a late charge. */
  readonly freeUntil: BusinessDate;
  readonly today: BusinessDate;
}

const FAILED_TITLE = {
  en: (amount: string) => `${amount} could not be collected`,
  hi: (amount: string) => `${amount} नहीं लिए जा सके`,
} as const satisfies Record<Language, unknown>;

const PAID_TITLE = {
  en: (amount: string) => `A debit of ${amount} came back. The instalment is paid`,
  hi: (amount: string) => `${amount} की ऑटोपे राशि लौट आई। किस्त चुकी है`,
} as const satisfies Record<Language, unknown>;

const WORDS = {
  en: {
    why: {
      funds: 'There was not enough money in your account.',
      dead: 'Your bank says that the autopay is no longer active. Do you want to set it up again?',
      unannounced: 'It could not be done on the day we had named, so your bank was not asked.',
    },
    other: 'The debit did not go through.',
    charge: (amount: string) => `A bounce charge of ${amount} applies.`,
    paid: (number: number) => `Instalment ${number} is paid, do not pay it again.`,
    chargeBy: (day: string) => `Please pay it by ${day}.`,
    rest: (amount: string) => `${amount} of the instalment is unpaid.`,
    again: (day: string) => `We try once more on ${day}, and tell you before. You can also pay now.`,
    last: 'We do not try again. Please pay it yourself.',
    free: (day: string) => `Paid by ${day}, no late charge arises.`,
  },
  hi: {
    why: {
      funds: 'आपके खाते में पर्याप्त रकम नहीं थी।',
      dead: 'आपके बैंक के अनुसार ऑटोपे अब चालू नहीं है। क्या आप उसे फिर से चालू करना चाहते हैं?',
      unannounced: 'बताए गए दिन यह नहीं हो सका, इसलिए आपके बैंक से रकम नहीं माँगी गई।',
    },
    other: 'रकम नहीं ली जा सकी।',
    charge: (amount: string) => `${amount} का बाउंस शुल्क लगा है।`,
    paid: (number: number) => `किस्त ${number} चुकी है, उसे दोबारा न चुकाएँ।`,
    chargeBy: (day: string) => `कृपया इसे ${day} तक चुकाएँ।`,
    rest: (amount: string) => `किस्त के ${amount} अभी बाकी हैं।`,
    again: (day: string) => `हम ${day} को एक बार और कोशिश करेंगे और पहले बताएँगे। आप अभी भी चुका सकते हैं।`,
    last: 'हम दोबारा कोशिश नहीं करेंगे। कृपया ख़ुद चुकाएँ।',
    free: (day: string) => `${day} तक चुकाने पर कोई विलंब शुल्क नहीं लगेगा।`,
  },
} as const;

/** Why a debit was not made, what it cost, and what comes next; in one language. Rule: LEND-20, LEND-L4 */
function failedText(language: Language, failed: FailedDebit): string {
  const words = WORDS[language];
  const { policy, charge, number, amountPaise, unpaidPaise, next, freeUntil, today } = failed;
  const why = (words.why as Partial<Record<FailurePolicy, string>>)[policy] ?? words.other;
  const costs = charge && words.charge(formatRupees(charge.amountPaise));
  const isNextLate = next === undefined || next > freeUntil;
  const said =
    unpaidPaise === 0
      ? [why, words.paid(number), costs, charge && words.chargeBy(writtenDay(charge.overdueOn, language))]
      : [
          why,
          costs,
          unpaidPaise < amountPaise ? words.rest(formatRupees(paise(unpaidPaise))) : undefined,
          next ? words.again(writtenDay(next, language)) : words.last,
          today <= freeUntil && isNextLate ? words.free(writtenDay(freeUntil, language)) : undefined,
        ];
  return said.filter((one) => one !== undefined).join(' ');
}
