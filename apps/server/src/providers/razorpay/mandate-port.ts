import type { CallContext, Paise } from '../call-context.ts';
import type { CheckoutParams } from './port.ts';

export const MANDATE_KINDS = ['upi', 'enach'] as const;
export type MandateKind = (typeof MANDATE_KINDS)[number];

/** A UPI mandate is approved with one rupee, which goes back by itself; an eNACH mandate with nothing. */
export const REGISTRATION_PAISE = { upi: 100, enach: 0 } as const satisfies Record<MandateKind, Paise>;

export const MANDATE_STATES = [
  'initiated',
  'confirmed',
  'rejected',
  'paused',
  'cancelled',
  'expired',
] as const;
export type MandateState = (typeof MANDATE_STATES)[number];

/** The account an eNACH mandate debits. */
export interface MandateBank {
  holderName: string;
  accountNumber: string;
  ifsc: string;
}

/** The parameters with which the browser has a mandate approved. */
export interface MandateCheckout extends CheckoutParams {
  customerRef: string;
}

/** A mandate as the provider holds it. */
export interface MandateAtProvider {
  tokenRef: string;
  state: MandateState;
  maxAmount?: Paise;
  reason?: string;
}

export interface DebitNotice {
  state: 'pending' | 'delivered' | 'failed';
  deliveredAt?: Date;
}

/** Standing permissions to collect: UPI AutoPay and eNACH. */
export interface MandatePort {
  /** The same person asked for twice is the same customer. What a person does not have is left out. */
  openCustomer(
    i: { name: string; email?: string | undefined; contact?: string | undefined },
    c: CallContext,
  ): Promise<{ customerRef: string }>;
  /** A repeat with the same receipt answers the same order. */
  register(
    i: {
      receipt: string;
      kind: MandateKind;
      customerRef: string;
      maxAmount: Paise;
      until: Date;
      bank?: MandateBank;
    },
    c: CallContext,
  ): Promise<{ orderRef: string; checkout: MandateCheckout }>;
  /** The same approval again for an order we already have. */
  checkoutFor(i: { orderRef: string; kind: MandateKind; customerRef: string }): MandateCheckout;
  /**
   * The mandate that came of a registration order, judged by its token and never by the registration's payment;
   * null when there was no try yet. Throws: ProviderContractDrift where the mandate of a try is not listed, and none stands.
   */
  findByOrder(
    i: { customerRef: string; orderRef: string },
    c?: CallContext,
  ): Promise<MandateAtProvider | null>;
  getMandate(i: { customerRef: string; tokenRef: string }, c?: CallContext): Promise<MandateAtProvider>;
  /** Announces a UPI debit: an order whose notice the provider delivers. The same receipt is the same order. */
  notify(
    i: { receipt: string; tokenRef: string; amount: Paise; debitAfter: Date; notes: Record<string, string> },
    c: CallContext,
  ): Promise<{ orderRef: string }>;
  getNotice(orderRef: string, c?: CallContext): Promise<DebitNotice>;
  /**
   * Takes the announced debit. Never repeats itself: after an unknown outcome look at the order's payments first,
   * and ask again on the same order only. The provider takes no debit without both contacts: the installation's own stand
   * in for what a person does not have.
   */
  present(
    i: {
      orderRef: string;
      tokenRef: string;
      customerRef: string;
      email?: string | undefined;
      contact?: string | undefined;
      amount: Paise;
    },
    c: CallContext,
  ): Promise<{ paymentRef: string }>;
  /** Begun here, final when the token says so. A mandate that is cancelled already is no failure. */
  cancel(i: { customerRef: string; tokenRef: string }, c: CallContext): Promise<void>;
}
