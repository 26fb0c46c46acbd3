import type { Fault } from '../core/faults.ts';
import { textOf } from '../core/json.ts';
import { DAY_MS, MINUTE_MS, parseDuration } from '../core/time.ts';
import type { FailureReason } from './books.ts';

export const STEPS = [
  'succeed',
  'fail',
  'adjust',
  'flip_success',
  'flip_failure',
  'refund_requested',
  'refund_processed',
] as const;
export type Step = (typeof STEPS)[number];

/** The course of one bill payment: its status at once, its later steps, and the answer to the caller. */
export type PayPlan = {
  status: 'Processing' | 'Success' | 'Failure';
  failure: FailureReason;
  later: { afterMs: number; step: Step }[];
  answer: 'accepted' | 'hold' | 'error' | 'duplicate_without_ref';
  /** Nothing happens at the first try; a resend of the same body then works. */
  isLostOnce: boolean;
  isRefunded: boolean;
  shortPaise: number;
  listedAfterMs: number;
  webhookCopies: number;
  isSilent: boolean;
  webhookSaysFailure: boolean;
};

export const BILLER_CLOSED: FailureReason = {
  type: 'BBPS',
  code: 'BRR005',
  message: 'Biller is not accepting payments',
};
const FLOAT_SHORT: FailureReason = {
  type: 'FUND_TRANSFER',
  code: 'ERR001',
  message: 'Insufficient funds',
};

const PLAIN: PayPlan = {
  status: 'Success',
  failure: BILLER_CLOSED,
  later: [],
  answer: 'accepted',
  isLostOnce: false,
  isRefunded: false,
  shortPaise: 0,
  listedAfterMs: 0,
  webhookCopies: 1,
  isSilent: false,
  webhookSaysFailure: false,
};

const TEN_MINUTES = 10 * MINUTE_MS;

const MAGIC: Record<string, Partial<PayPlan>> = {
  '1002': { status: 'Failure' },
  '1003': { status: 'Failure', failure: FLOAT_SHORT },
  '1004': { status: 'Processing', later: [{ afterMs: TEN_MINUTES, step: 'succeed' }] },
  '1005': { status: 'Processing', later: [{ afterMs: TEN_MINUTES, step: 'fail' }] },
  '1006': { status: 'Processing' },
  '1007': { answer: 'hold' },
  '1008': { answer: 'hold', isLostOnce: true },
  '1009': { answer: 'error' },
  '1010': { webhookSaysFailure: true },
  '1011': { later: [{ afterMs: DAY_MS, step: 'adjust' }] },
  '1012': {
    status: 'Failure',
    isRefunded: true,
    later: [
      { afterMs: DAY_MS, step: 'refund_requested' },
      { afterMs: 3 * DAY_MS, step: 'refund_processed' },
    ],
  },
  '1013': { status: 'Failure', later: [{ afterMs: DAY_MS, step: 'flip_success' }] },
  '1014': { answer: 'duplicate_without_ref' },
  '1015': { shortPaise: 100 },
  '1016': { webhookCopies: 3 },
  '1017': { isSilent: true },
  '1019': {
    later: [
      { afterMs: DAY_MS, step: 'adjust' },
      { afterMs: DAY_MS, step: 'refund_requested' },
    ],
  },
  '1018': { answer: 'hold', listedAfterMs: 5 * MINUTE_MS },
};

function flip(plan: PayPlan, fault: Fault): PayPlan {
  const afterMs = parseDuration(textOf(fault.after) ?? 'P1D') ?? DAY_MS;
  const [from, to] = String(fault.flip).split(/→|->/);
  const step: Step = to === 'success' ? 'flip_success' : to === 'adjusted' ? 'adjust' : 'flip_failure';
  return { ...plan, status: from === 'failed' ? 'Failure' : 'Success', later: [{ afterMs, step }] };
}

/** The plan of a card ending; a flip fault overrides it. */
export function planPayment(last4: string, fault: Fault): PayPlan {
  const plan = { ...PLAIN, ...MAGIC[last4] };
  return fault.flip === undefined ? plan : flip(plan, fault);
}
