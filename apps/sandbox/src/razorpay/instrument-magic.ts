import type { Fault } from '../core/faults.ts';
import { textOf } from '../core/json.ts';
import { DAY_MS, HOUR_MS, parseDuration } from '../core/time.ts';
import type { Instrument, PaymentSource } from './books.ts';
import type { PaymentError } from './errors.ts';

/** The course of a customer's payment. */
export type PayerPlan = {
  outcome: 'success' | 'failure' | 'pending' | 'late';
  error: PaymentError;
  lateAfterMs: number;
  source: PaymentSource;
  isDouble: boolean;
  /** The browser never comes back; only the webhook tells. */
  isAbandoned: boolean;
  isTampered: boolean;
};

const gatewayError = (reason: string, description: string): PaymentError => ({
  code: 'BAD_REQUEST_ERROR',
  description,
  source: 'customer',
  step: 'payment_authorization',
  reason,
});

const PAYMENT_FAILED = gatewayError('payment_failed', 'Your payment was declined by the bank.');
export const TIMED_OUT = gatewayError(
  'payment_timed_out',
  'Payment was unsuccessful as it could not be completed on time.',
);

const PLAIN: PayerPlan = {
  outcome: 'success',
  error: PAYMENT_FAILED,
  lateAfterMs: 20 * HOUR_MS,
  source: 'bank',
  isDouble: false,
  isAbandoned: false,
  isTampered: false,
};

const UPI: Record<string, Partial<PayerPlan>> = {
  failure: { outcome: 'failure' },
  pending: { outcome: 'pending' },
  late: { outcome: 'late', error: TIMED_OUT },
  double: { isDouble: true },
  creditcard: { source: 'credit' },
  wallet: { source: 'prepaid' },
  abandon: { isAbandoned: true },
  tamper: { isTampered: true },
};

/** A refund stays pending for so long when it does not go back at once. */
export const SLOW_REFUND_MS = 2 * HOUR_MS;

const SLOW_REFUNDS: Record<string, 'processed' | 'failed'> = { slowrefund: 'processed', norefund: 'failed' };

/** The late end of a refund to an instrument; undefined when it goes back at once. */
export function planRefund(instrument: Instrument): 'processed' | 'failed' | undefined {
  if (instrument.method !== 'upi') return undefined;
  return SLOW_REFUNDS[instrument.vpa.toLowerCase().split('@')[0] ?? ''];
}

const CARDS: Record<string, Partial<PayerPlan>> = {
  '4111111111111111': { source: 'credit' },
  '4100280000001015': { source: 'prepaid' },
  '4100280000080001': {
    outcome: 'failure',
    error: gatewayError('insufficient_funds', 'Your account does not have enough balance.'),
  },
  '4100280000090000': { outcome: 'failure', error: TIMED_OUT },
};

function planInstrument(instrument: Instrument): PayerPlan {
  if (instrument.method === 'upi') {
    const [local = ''] = instrument.vpa.toLowerCase().split('@');
    return { ...PLAIN, ...UPI[local] };
  }
  if (instrument.method !== 'card') return PLAIN;
  const plan = { ...PLAIN, ...CARDS[instrument.number] };
  const isOtpAccepted = /^\d{4,10}$/.test(instrument.otp);
  return isOtpAccepted
    ? plan
    : {
        ...plan,
        outcome: 'failure',
        error: gatewayError('incorrect_otp', 'The OTP you entered is not correct.'),
      };
}

/** The plan of an instrument; a flip fault `failed→success` turns it into a late authorisation. */
export function planPayer(instrument: Instrument, fault: Fault): PayerPlan {
  const plan = planInstrument(instrument);
  if (fault.flip === undefined) return plan;
  const lateAfterMs = parseDuration(textOf(fault.after) ?? 'P1D') ?? DAY_MS;
  return { ...plan, outcome: 'late', error: TIMED_OUT, lateAfterMs };
}

/** Reads `success@razorpay`, a card number (`number:otp`), or `netbanking:BANK`; undefined when none fits. */
export function readInstrument(text: string): Instrument | undefined {
  const trimmed = text.trim();
  if (/^[\w.-]{2,}@[\w.-]+$/.test(trimmed)) return { method: 'upi', vpa: trimmed };
  const [head = '', tail] = trimmed.split(':');
  if (head.toLowerCase() === 'netbanking') return { method: 'netbanking', bank: tail ?? 'HDFC' };
  const number = head.replace(/[\s-]/g, '');
  return /^\d{14,19}$/.test(number) ? { method: 'card', number, otp: tail ?? '1234' } : undefined;
}
