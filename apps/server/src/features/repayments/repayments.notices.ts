import type { RepaymentIntent } from '@mohlat/contract';
import { formatRupees, paise } from '@mohlat/money';
import { type Notice, writtenDay } from '#features/notifications/index.ts';
import { outstandingOfFacts, type PaymentFacts } from '#features/payments/index.ts';

interface Received {
  readonly amountPaise: number;
  /** It counted once, and its bank took it back. */
  readonly countsAgain?: boolean;
}

interface Telling {
  readonly publicUrl: string;
  readonly language: 'en' | 'hi';
  readonly paidBy: PaidBy;
}

/** `link`: the holder of a link paid it. `either`: its order is open to the holder of a link, and is not confirmed yet. */
type PaidBy = 'owner' | 'link' | 'either';

/** Writes the notice that tells a person that money for a payment of theirs was settled. */
export function noticeOf(
  { publicUrl, language, paidBy }: Telling,
  repaymentId: string,
  intent: RepaymentIntent,
  { before, after }: { readonly before: PaymentFacts; readonly after: PaymentFacts | undefined },
  money: Received,
): Notice {
  const facts = after ?? before;
  if (facts.loanStatus === 'exited' && before.loanStatus !== 'exited')
    return cancelledNotice(publicUrl, facts, money);
  if (facts.loanStatus === 'settled' && before.loanStatus !== 'settled')
    return settledNotice(publicUrl, facts, money);
  if (money.countsAgain) return countsAgainNotice(publicUrl, facts, money);
  if (intent === 'part_prepay' && facts.loanStatus !== 'closed') {
    const isSmaller = (facts.partPrepayments ?? []).some((one) => one.repaymentId === repaymentId);
    return isSmaller
      ? smallerNotice(publicUrl, facts, money, language)
      : notSmallerNotice(publicUrl, facts, money);
  }
  return receivedNotice(publicUrl, facts, money, paidBy);
}

/** The new schedule is sent. Rule: LEND-9 (PART_PREPAY). */
function smallerNotice(
  publicUrl: string,
  facts: PaymentFacts,
  money: Received,
  language: 'en' | 'hi',
): Notice {
  const amount = formatRupees(paise(money.amountPaise));
  const coming = (facts.instalments ?? []).filter((one) => !one.isDemanded);
  const sums = coming.map((one) => paise(one.principalPaise + one.feePaise + one.interestPaise));
  const instalment = formatRupees(sums[0] ?? paise(0));
  return {
    type: 'success',
    icon: 'check',
    title: `We received ${amount}: your next instalment is ${instalment}`,
    description: `${facts.bankName} •• ${facts.last4}. The due dates stay as they are.`,
    template: 'repayment.smaller',
    papers: { paymentId: facts.id, kinds: ['schedule'] },
    vars: {
      ...aboutPayment(publicUrl, facts),
      amount,
      instalment,
      schedule: coming
        .map(
          (one, index) =>
            `${one.number}. ${writtenDay(one.dueOn, language)}: ${formatRupees(sums[index] ?? paise(0))}`,
        )
        .join('\n'),
    },
  };
}

/** The day was another one, or something had fallen due: nothing is lost, and it is said what became of it. */
function notSmallerNotice(publicUrl: string, facts: PaymentFacts, money: Received): Notice {
  const amount = formatRupees(paise(money.amountPaise));
  const outstanding = formatRupees(paise(outstandingOfFacts(facts)));
  return {
    type: 'warning',
    icon: 'alert',
    title: `We received ${amount}, but your instalments stay the same`,
    description: `${facts.bankName} •• ${facts.last4}. It paid your instalments in order. Still to repay: ${outstanding}.`,
    template: 'repayment.not_smaller',
    vars: { ...aboutPayment(publicUrl, facts), amount, outstanding },
  };
}

/** The lower sum that was agreed is complete. Rule: LEND-24 (settlement) */
function settledNotice(publicUrl: string, facts: PaymentFacts, money: Received): Notice {
  const amount = formatRupees(paise(money.amountPaise));
  return {
    type: 'success',
    icon: 'check',
    title: `We received ${amount}: the agreed sum is complete`,
    description: `${facts.bankName} •• ${facts.last4}. Nothing more is owed on this payment.`,
    inHindi: {
      title: `हमें ${amount} मिले: तय रकम पूरी हुई`,
      description: `${facts.bankName} •• ${facts.last4}। इस भुगतान पर अब कुछ बकाया नहीं है।`,
    },
    template: 'loan.settled',
    papers: { paymentId: facts.id, kinds: ['settlement'] },
    vars: { ...aboutPayment(publicUrl, facts), amount },
  };
}

const RECEIVED = {
  owner: { said: 'We received your repayment of', template: 'repayment.received' },
  link: { said: 'A payment by link was received:', template: 'repayment.received_by_link' },
  either: { said: 'A repayment was received:', template: 'repayment.received_by_either' },
} as const satisfies Record<PaidBy, object>;

function receivedNotice(publicUrl: string, facts: PaymentFacts, money: Received, paidBy: PaidBy): Notice {
  const { said, template } = RECEIVED[paidBy];
  const amount = formatRupees(paise(money.amountPaise));
  const outstanding = formatRupees(paise(outstandingOfFacts(facts)));
  return {
    type: 'success',
    icon: 'check',
    title: `${said} ${amount}`,
    description: `${facts.bankName} •• ${facts.last4}. Still to repay: ${outstanding}.`,
    template,
    vars: { ...aboutPayment(publicUrl, facts), amount, outstanding },
  };
}

/** The counterpart of the words that the bank had taken it back. Rule: LEND-16 journal 34 */
function countsAgainNotice(publicUrl: string, facts: PaymentFacts, money: Received): Notice {
  const amount = formatRupees(paise(money.amountPaise));
  const outstanding = formatRupees(paise(outstandingOfFacts(facts)));
  return {
    type: 'success',
    icon: 'check',
    title: `Your repayment of ${amount} counts again`,
    description: `${facts.bankName} •• ${facts.last4}. Your bank had taken it back, and the money has come to us after all. Still to repay: ${outstanding}.`,
    inHindi: {
      title: `आपकी ${amount} की चुकौती फिर से गिनी गई`,
      description: `${facts.bankName} •• ${facts.last4}। आपके बैंक ने इसे वापस लिया था, पर रकम आख़िरकार हमें मिल गई। अभी चुकाना बाकी है: ${outstanding}।`,
    },
    template: 'repayment.counts_again',
    vars: { ...aboutPayment(publicUrl, facts), amount, outstanding },
  };
}

/** Rule: LEND-9 (closure). */
export function noDuesNotice(publicUrl: string, facts: PaymentFacts): Notice {
  const bill = formatRupees(paise(facts.amountPaise));
  return {
    type: 'success',
    icon: 'check',
    title: 'Repaid in full: nothing more is owed',
    description: `${facts.bankName} •• ${facts.last4}, bill of ${bill}.`,
    template: 'loan.closed',
    papers: { paymentId: facts.id, kinds: ['no_dues'] },
    vars: { ...aboutPayment(publicUrl, facts), bill, reference: facts.ourReference ?? facts.id },
  };
}

function cancelledNotice(publicUrl: string, facts: PaymentFacts, money: Received): Notice {
  const amount = formatRupees(paise(money.amountPaise));
  const charge = formatRupees(paise(facts.exitChargePaise ?? 0));
  const fee = formatRupees(paise(facts.serviceFeePaise));
  return {
    type: 'success',
    icon: 'check',
    title: 'Your payment is cancelled',
    description: `${facts.bankName} •• ${facts.last4}. You owe nothing more. The service fee of ${fee} is taken back.`,
    template: 'payment.cancelled',
    vars: { ...aboutPayment(publicUrl, facts), amount, charge, fee },
  };
}

function aboutPayment(publicUrl: string, { id, bankName, last4 }: PaymentFacts) {
  return { bank: bankName, last4, link: `${publicUrl}/dashboard/payments/${id}` };
}
