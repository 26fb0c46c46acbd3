import type { NETWORK_FAILURES } from '@mohlat/contract';
import type { CallContext, Paise, RawWebhook, WebhookEvent } from '../call-context.ts';
import { ProviderContractDrift, ProviderRejected } from '../errors.ts';
import type { ProviderErrorDetails } from '../errors.ts';

export const BILLER_STATUSES = ['ACTIVE', 'DEACTIVATED', 'PENDING_DEACTIVATION', 'PENDING_DELETE'] as const;
export type BillerStatus = (typeof BILLER_STATUSES)[number];

export const EXACTNESSES = ['Exact', 'Exact and above', 'Exact and below', 'RANGE', 'Any'] as const;
export type Exactness = (typeof EXACTNESSES)[number];

/** One field the biller asks of the customer: render the form from these, never from fixed names. */
export interface BillerParam {
  name: string;
  dataType: string;
  minLength?: number;
  maxLength?: number;
  regex?: string;
  isOptional: boolean;
  isVisible: boolean;
  values?: string[];
}

/** The least and the most that a biller takes in one payment. */
export interface BillerLimit {
  min?: Paise;
  max?: Paise;
}

/** One slab of the fee the biller takes from the customer. `percent` is a decimal string such as "0.5". */
export interface ConvenienceFeeSlab {
  from: Paise;
  to?: Paise;
  flat: Paise;
  percent: string;
}

export interface Biller {
  id: string;
  name: string;
  status: BillerStatus;
  category: string;
  params: BillerParam[];
  exactness?: Exactness;
  fetchKind: 'BILL_FETCH' | 'BILL_VALIDATE' | 'BILL_DIRECT';
  /** `list` billers may answer with several bills; an answer of more than one is refused politely. */
  responseKind: 'single' | 'list';
  /** The narrower one of the mode and the channel we pay by. */
  limit: BillerLimit;
  convenienceFee: ConvenienceFeeSlab[];
}

export interface BillOption {
  name: string;
  amount?: Paise;
  min?: Paise;
  max?: Paise;
  multipleOf?: Paise;
}

export interface Bill {
  /** Zero or less means there is nothing to pay (a credit balance). */
  amount: number;
  minimumDue?: Paise;
  billNumber?: string;
  billDate?: string;
  dueDate?: string;
  billPeriod?: string;
  customerName?: string;
  minAmount?: Paise;
  maxAmount?: Paise;
  multipleOf?: Paise;
  options: BillOption[];
}

export type BillFailureReason = (typeof NETWORK_FAILURES)[number];

/** Why a fetch or a payment failed, in our words first and the network's second. */
export interface BillFailure {
  reason: BillFailureReason;
  type?: string;
  code?: string;
  message?: string;
}

export type BillFetchState =
  | { state: 'processing' }
  | {
      state: 'ready';
      bills: Bill[];
      exactness?: Exactness;
      billerRef?: string;
      /** `multiple` and `all` selections are not supported by us: refuse politely. */
      selection: 'none' | 'single' | 'multiple' | 'all';
    }
  | { state: 'failed'; failure: BillFailure };

export const BILL_PAY_STATES = ['processing', 'success', 'failure', 'adjusted'] as const;
export type BillPayStateName = (typeof BILL_PAY_STATES)[number];
export const BILL_REFUND_STATUSES = ['required', 'requested', 'processed'] as const;
export type BillRefundStatus = (typeof BILL_REFUND_STATUSES)[number];

export interface BillPayState {
  state: BillPayStateName;
  payRef: string;
  amount: Paise;
  paymentKey: string;
  /** The network's own time of execution; only its date is final once the state is `success`. */
  paidAt?: Date;
  /** The network's transaction id: needed on the receipt and for complaints. */
  providerTxnId?: string;
  billerRef?: string;
  billerId?: string;
  failure?: BillFailure;
  /** Money of a failed payment on its way back to the float; seen on list rows only. */
  refundStatus?: BillRefundStatus;
}

/** The payment as we submitted it. An answer that contradicts it is a ProviderContractDrift. */
export interface ExpectedPayment {
  amount: Paise;
  paymentKey: string;
}

export const COMPLAINT_STATES = [
  'assigned',
  'resolved',
  'rejected',
  'default_resolved',
  'refunded',
  'pending_refund',
  'failed',
] as const;
export interface ComplaintState {
  state: (typeof COMPLAINT_STATES)[number];
  complaintRef: string;
  ticketRef?: string;
  disposition?: string;
}

/** The later in this list gives way. */
const DECIDES: readonly BillPayState['state'][] = ['success', 'processing', 'adjusted', 'failure'];

/**
 * Chooses between two payments that the rail made under one key: money that moved, or may yet, over one that failed. A network that
 * forgot a key makes a payment of each repeat. The first of two alike.
 * Rule: LEND-X1
 */
export function decisive<State extends Pick<BillPayState, 'state'>>(
  one: State | null,
  other: State | null,
): State | null {
  if (one === null || other === null) return one ?? other;
  return DECIDES.indexOf(other.state) < DECIDES.indexOf(one.state) ? other : one;
}

export interface SubmitBillPayment {
  fetchRef: string;
  /** 6–35 characters, one per attempt; the network's idempotency key. */
  paymentKey: string;
  amount: Paise;
  /** The chosen bill option, echoed exactly; absent for the base amount. */
  option?: { name: string; amount: Paise };
  convFee: Paise;
  remitterName: string;
  /** Fixed when the attempt is recorded, so that a resend is byte for byte the same. */
  paidAt: Date;
}

export interface BillPaymentPort {
  /** Billers of the category "Credit Card", a page at a time. `unread`: the names of those whose entry says something new. */
  listCardBillers(
    q: { search?: string; ids?: string[]; cursor?: string; updatedSince?: Date },
    c?: CallContext,
  ): Promise<{ items: Biller[]; unread: string[]; cursor?: string }>;
  startFetch(
    i: { billerId: string; mobile: string; params: { name: string; value: string }[] },
    c: CallContext,
  ): Promise<{ fetchRef: string }>;
  getFetch(fetchRef: string, c?: CallContext): Promise<BillFetchState>;
  /** True while submissions are held up by an open circuit: none would leave. */
  isHeldUp(): boolean;
  /** Asked right before an attempt begins. After an open circuit one only may, and the others once it has its answer. */
  maySubmit(): boolean;
  /**
   * Starts the payment and never repeats itself: repeats belong to the caller's job.
   * Throws: BillRejected, ProviderDuplicate (enquire with existingRef), ProviderTimeout and the other unknowns.
   */
  submit(i: SubmitBillPayment, c: CallContext): Promise<{ payRef: string }>;
  /** Throws: ProviderContractDrift when amount or key differ from `expected`, or a value is unknown. */
  getPayment(payRef: string, expected: ExpectedPayment, c?: CallContext): Promise<BillPayState>;
  /**
   * Looks through the whole list of the day; `day` is an Indian business date. Of several payments under one key the one that decides
   * (`decisive`). Null: not (yet) in the list. Throws: ProviderContractDrift when its amount differs.
   */
  findByKey(
    k: { paymentKey: string; mobile?: string; day: string; amount: Paise },
    c?: CallContext,
  ): Promise<BillPayState | null>;
  /**
   * Every payment of a day, for reconciliation; amounts are not compared. Throws RowsUnread at the end, after all rows that can be read,
   * where there were others: that a payment is absent is no proof then, unless the others name another one.
   */
  listPayments(day: string, c?: CallContext): AsyncIterable<BillPayState>;
  raiseComplaint(
    i: { providerTxnId: string; kind: string; text: string },
    c: CallContext,
  ): Promise<{ complaintRef: string }>;
  getComplaint(complaintRef: string, c?: CallContext): Promise<ComplaintState>;
  /** Trust is always `hint`. Throws: WebhookRejected. */
  parseWebhook(w: RawWebhook): WebhookEvent<{ kind: 'fetch' | 'pay' | 'dispute' | 'other'; ref: string }>;
}

/** A bill or payment request refused with a reason we understand. */
export class BillRejected extends ProviderRejected {
  readonly reason: BillFailureReason;

  constructor(d: ProviderErrorDetails & { reason: BillFailureReason }) {
    super(d);
    this.reason = d.reason;
  }
}

/** A list came whole, and some of its rows say something that our contract does not know. */
export class RowsUnread extends ProviderContractDrift {
  /** Our references of the payments that these rows are about; undefined where one of them names none. */
  readonly references: readonly string[] | undefined;

  constructor(d: ProviderErrorDetails & { field: string; references: readonly string[] | undefined }) {
    super(d);
    this.references = d.references;
  }
}
