import type { AdminPayment, PaymentAction, PaymentTimelineEntry } from '@mohlat/contract';
import { isLive, type LoanStatus, mayBeWrittenOff } from '@mohlat/lending';
import type {
  CallRow,
  DecisionRow,
  JobRow,
  JournalRow,
  RefundRow,
  RepaymentRow,
  WebhookRow,
} from './payments-desk.detail.repo.ts';

/** The standing of a payment, which decides the actions on it. */
export interface Standing {
  readonly billStatus: AdminPayment['payment']['billStatus'];
  readonly loanStatus: LoanStatus | null;
  readonly daysPastDue: number;
  /** It was late within the days in which a contact may still be written down, whatever became of it since. */
  readonly wasLateLately: boolean;
  readonly outstandingPaise: number;
  readonly refundDuePaise: number;
  /** The part of it that the payer's bank has refused to the end, so that only a transfer of our bank is left. */
  readonly transferDuePaise: number;
  readonly refunds: readonly Pick<RefundRow, 'status'>[];
  readonly hasAttempt: boolean;
  /** Nothing is asked of its borrower today, because its bill may come back. Rule: LEND-X10 */
  readonly isFrozen: boolean;
  /** It is frozen today by a returned bill, and that difference is still open. */
  readonly isThawable: boolean;
  /** A debit of it whose bank did not answer in time. */
  readonly hasDebitInReview: boolean;
  /** Its borrower's account is blocked for fraud. */
  readonly isFraud: boolean;
  /** A lower sum can be proposed today. */
  readonly isSettleable: boolean;
  readonly isOwnAccount: boolean;
}

/**
 * True while what was paid too much stays here because the payer's bank refuses it; what is on its way is not sent again.
 * Rule: LEND-16 journal 23.
 */
export function isRefundStuck({
  refundDuePaise,
  refunds,
}: Pick<Standing, 'refundDuePaise' | 'refunds'>): boolean {
  const isUnderWay = refunds.some(({ status }) => status !== 'failed' && status !== 'processed');
  return refundDuePaise > 0 && !isUnderWay && refunds.some(({ status }) => status === 'failed');
}

const ALLOWED: Readonly<Record<PaymentAction, (standing: Standing) => boolean>> = {
  enquire: ({ hasAttempt }) => hasAttempt,
  record_outcome: ({ billStatus }) => billStatus === 'unknown',
  waive: ({ loanStatus: status, outstandingPaise }) =>
    status !== null && isLive({ status }) && outstandingPaise > 0,
  settle: ({ isSettleable }) => isSettleable,
  write_off: ({ loanStatus, daysPastDue, isFrozen }) =>
    loanStatus !== null && mayBeWrittenOff(loanStatus, daysPastDue) && !isFrozen,
  refund_excess: isRefundStuck,
  transfer_excess: ({ transferDuePaise }) => transferDuePaise > 0,
  end_freeze: ({ isThawable }) => isThawable,
  record_debit: ({ hasDebitInReview }) => hasDebitInReview,
  send_link: ({ loanStatus, outstandingPaise, isFrozen, isFraud }) =>
    loanStatus !== null && outstandingPaise > 0 && !isFrozen && !isFraud,
  name_agent: ({ loanStatus, isFrozen }) =>
    (loanStatus === 'npa' || loanStatus === 'written_off') && !isFrozen,
  log_contact: ({ loanStatus: status, wasLateLately, outstandingPaise, isFrozen }) =>
    wasLateLately || (status === 'written_off' && outstandingPaise > 0 && !isFrozen),
};

/** The roles that may take each action: the same as at the door of its endpoint. */
const ROLES: Readonly<Record<PaymentAction, readonly string[]>> = {
  enquire: ['support', 'finance'],
  record_outcome: ['finance'],
  waive: ['finance'],
  settle: ['finance'],
  write_off: ['finance'],
  refund_excess: ['finance'],
  transfer_excess: ['finance'],
  end_freeze: ['finance'],
  record_debit: ['finance'],
  send_link: ['support', 'finance'],
  name_agent: ['support', 'finance'],
  log_contact: ['support', 'finance'],
};

/** Lists the actions on a payment that these roles may take now. Staff never act on their own account. */
export function actionsFor(standing: Standing, roles: readonly string[]): PaymentAction[] {
  if (standing.isOwnAccount) return [];
  return (Object.keys(ALLOWED) as PaymentAction[]).filter(
    (action) => ROLES[action].some((role) => roles.includes(role)) && ALLOWED[action](standing),
  );
}

/** Everything that happened, each by its source. */
export interface Happened {
  readonly log: AdminPayment['payment']['timeline'];
  readonly calls: readonly CallRow[];
  readonly webhooks: readonly WebhookRow[];
  readonly journals: readonly JournalRow[];
  readonly jobs: readonly JobRow[];
  readonly decisions: readonly DecisionRow[];
  readonly repayments: readonly RepaymentRow[];
  readonly refunds: readonly RefundRow[];
}

/** Interest, posted again and again, would hide the rest: it is one line of the journals' own list. */
const DAILY = new Set(['accrual']);

interface Told extends Pick<PaymentTimelineEntry, 'source' | 'detail'> {
  /** Known once it has ended. */
  readonly atEnd: PaymentTimelineEntry['detail'];
}

/** Money on its way, as begun and as ended. One entry says both where it ended at once, or has not ended. */
function toldTwice(
  { created_at, status }: Pick<RepaymentRow, 'created_at'> & { readonly status: string },
  endedAt: Date | null,
  { source, detail, atEnd }: Told,
): PaymentTimelineEntry[] {
  const begun = { at: created_at.toISOString(), source };
  const whole = { ...detail, ...atEnd };
  if (endedAt === null || endedAt <= created_at) return [{ ...begun, event: status, detail: whole }];
  return [
    { ...begun, event: 'initiated', detail },
    { at: endedAt.toISOString(), source, event: status, detail: whole },
  ];
}

/** One line of time, oldest first; of one instant in the order in which things follow from each other. */
export function timelineOf(happened: Happened): PaymentTimelineEntry[] {
  const entries: PaymentTimelineEntry[] = [
    ...happened.log.map(({ at, event }) => ({ at, source: 'payment' as const, event, detail: {} })),
    ...happened.calls.map((call) => ({
      at: call.at.toISOString(),
      source: 'rail_call' as const,
      event: `${call.provider}.${call.op}`,
      detail: {
        result: call.result,
        attempt: call.attempt,
        milliseconds: call.duration_ms,
        status: call.http_status,
        trace: call.trace,
      },
    })),
    ...happened.webhooks.map((hook) => ({
      at: hook.received_at.toISOString(),
      source: 'webhook' as const,
      event: `${hook.provider}.${hook.type}`,
      detail: { trust: hook.trust, outcome: hook.outcome },
    })),
    ...happened.journals
      .filter((journal) => !DAILY.has(journal.source_kind))
      .map((journal) => ({
        at: journal.posted_at.toISOString(),
        source: 'journal' as const,
        event: journal.source_kind,
        detail: {
          id: journal.id,
          effectiveOn: journal.effective_on,
          isReversal: journal.reversal_of !== null,
        },
      })),
    ...happened.repayments.flatMap((one) =>
      toldTwice(one, one.received_at, {
        source: 'repayment',
        detail: {
          id: one.id,
          amountPaise: one.amount_paise,
          channel: one.is_paid_by_link ? 'link' : one.channel,
        },
        atEnd: { takenBackOn: one.taken_back_on, reason: one.failure_reason },
      }),
    ),
    ...happened.refunds.flatMap((one) =>
      toldTwice(one, one.settled_at, {
        source: 'refund',
        detail: { id: one.id, amountPaise: one.amount_paise },
        atEnd: { reason: one.failure_reason },
      }),
    ),
    ...happened.decisions.map((one) => ({
      at: one.at.toISOString(),
      source: 'staff' as const,
      event: one.action,
      detail: { actor: one.actor_kind, actorId: one.actor_id, actorName: one.actor_name, reason: one.reason },
    })),
    ...happened.jobs.map((job) => ({
      at: job.run_at.toISOString(),
      source: 'job' as const,
      event: job.task,
      detail: { attempts: job.attempts, attemptsMax: job.attempts_max, isRunning: job.is_running },
    })),
  ];
  return entries.toSorted((a, b) => a.at.localeCompare(b.at));
}
