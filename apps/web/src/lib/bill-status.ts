import type { BillStatus, Payment, PaymentStatus } from '@mohlat/contract';
import type { StatusTone, TimelineStep } from '../ui/status.tsx';
import { formatDate, formatInstant, formatRupees } from './format.ts';
import type { Glossary } from './glossary.ts';
import type { Language } from './language.ts';

/** Rule: SPEC-4. Green completed, amber pending; owing is never red, only failing is. */
export const STATUS_TONES: Record<PaymentStatus, StatusTone> = {
  completed: 'ok',
  pending: 'due',
  failed: 'neutral',
};

export const BILL_TONES: Record<BillStatus, StatusTone> = {
  accepted: 'due',
  submitted: 'due',
  unknown: 'due',
  paid: 'ok',
  failed: 'bad',
  reversed: 'bad',
};

/** Red for staff is a status they have to look into: no answer, and not one that ended. */
export const STAFF_BILL_TONES: Record<BillStatus, StatusTone> = {
  accepted: 'due',
  submitted: 'due',
  unknown: 'bad',
  paid: 'ok',
  failed: 'neutral',
  reversed: 'neutral',
};

export const INSTALMENT_TONES: Record<Payment['schedule'][number]['status'], StatusTone> = {
  upcoming: 'neutral',
  due: 'due',
  overdue: 'bad',
  part_paid: 'due',
  paid: 'ok',
};

/** True while the money may still be on its way: the same bill is not to be paid again. */
export function isInMotion(billStatus: BillStatus): boolean {
  return billStatus === 'accepted' || billStatus === 'submitted' || billStatus === 'unknown';
}

/** Both halves in one line: what became of the bill, and what is left to repay. */
export function bothHalves(payment: Payment, words: Glossary): string {
  switch (payment.billStatus) {
    case 'accepted':
    case 'submitted':
      return words.both.underWay;
    case 'unknown':
      return words.both.unknown;
    case 'failed':
      return payment.lateSuccess === null ? words.both.failed : words.both.lateSuccess;
    case 'reversed':
      return words.both.reversed;
    case 'paid': {
      if (payment.frozen !== null) return words.both.frozen;
      if (payment.ending?.kind === 'cancelled') return words.both.cancelled;
      if (payment.ending?.kind === 'settled') return words.both.settled;
      const left = payment.schedule.filter((row) => row.status !== 'paid').length;
      if (left > 0) return words.both.paidLeft(left, payment.schedule.length);
      // The rest beside instalments is charges: the payment goes on until they are paid.
      const { outstandingPaise } = payment;
      return outstandingPaise > 0
        ? words.both.chargesLeft(formatRupees(outstandingPaise))
        : words.both.paidDone;
    }
  }
}

/** The sentence of a reason; a code without words is not shown to a person. */
export function reasonText(code: string, words: Glossary): string {
  return words.reasons[code] ?? words.reasonUnknown;
}

/** Accepted, sent, settled: with the times that are known, and what comes next. */
export function timelineOf(payment: Payment, words: Glossary, language: Language): TimelineStep[] {
  const at = (event: string) => {
    const found = payment.timeline.find((entry) => entry.event === event);
    return found === undefined ? undefined : formatInstant(found.at, language);
  };
  const { billStatus, bankName } = payment;
  const isSent = at('submitted') !== undefined || billStatus === 'submitted' || billStatus === 'paid';
  const accepted: TimelineStep = {
    label: words.timeline.accepted,
    at: at('accepted') ?? formatInstant(payment.date, language),
    state: 'done',
  };
  const sent: TimelineStep = {
    label: words.timeline.submitted(bankName),
    at: at('submitted'),
    state: 'done',
  };
  const paying: TimelineStep = { label: words.bill.submitted(bankName), state: 'current' };
  const confirms: TimelineStep = { label: words.timeline.willConfirm(bankName), state: 'next' };
  const paid: TimelineStep = {
    label: words.timeline.paid(bankName),
    at: payment.paidAt === null ? at('paid') : formatInstant(payment.paidAt, language),
    state: 'done',
  };
  switch (billStatus) {
    case 'accepted':
      return [accepted, paying, confirms];
    case 'submitted':
      return [accepted, sent, paying, confirms];
    case 'unknown':
      return [accepted, sent, { label: words.timeline.unknown, state: 'current' }, confirms];
    case 'paid':
      return [
        accepted,
        sent,
        paid,
        ...(payment.frozen === null
          ? []
          : [
              {
                label: words.timeline.frozen,
                at: formatDate(payment.frozen.since, language),
                state: 'current' as const,
              },
            ]),
      ];
    case 'failed':
      return [
        accepted,
        ...(isSent ? [sent] : []),
        { label: words.timeline.failed, at: at('failed'), state: 'failed' },
        ...(payment.lateSuccess === null
          ? []
          : [
              {
                label: words.timeline.lateSuccess,
                at: formatDate(payment.lateSuccess.on, language),
                state: 'current' as const,
              },
            ]),
      ];
    case 'reversed':
      return [accepted, sent, paid, { label: words.timeline.reversed, at: at('reversed'), state: 'failed' }];
  }
}
