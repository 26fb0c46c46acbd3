import type { Checkout, StartedMandate } from '@mohlat/contract';

/** A payer by a link fills in who they are themselves. */
type Unfilled = Omit<Checkout, 'prefill' | 'qrUri'>;

/** The answer of the payment window; it proves nothing until the server has verified it. */
export interface CheckoutProof {
  readonly paymentId: string;
  readonly signature: string;
}

export type CheckoutEnd =
  | { readonly kind: 'paid'; readonly proof: CheckoutProof }
  /** Closed by the person; `isRefused` when an attempt was refused inside it before. One begun after that may still succeed. */
  | { readonly kind: 'closed'; readonly isRefused: boolean };

/** The provider's script could not be loaded; no window was opened and nothing was taken. */
export class CheckoutUnavailable extends Error {
  override readonly name = 'CheckoutUnavailable';
}

interface RazorpayAnswer {
  readonly razorpay_payment_id: string;
  readonly razorpay_signature: string;
}

interface RazorpayOptions {
  readonly key: string;
  readonly order_id: string;
  readonly amount: number;
  readonly currency: 'INR';
  readonly name: string;
  readonly prefill?: Checkout['prefill'];
  /** Set where a standing permission is approved instead of a payment. */
  readonly customer_id?: string;
  readonly recurring?: '1';
  readonly config?: typeof FROM_A_BANK;
  readonly handler: (answer: RazorpayAnswer) => void;
  readonly modal: { readonly ondismiss: () => void };
}

interface RazorpayWindow {
  open(): void;
  on(event: 'payment.failed', listener: () => void): unknown;
}

/**
 * Shows the ways of paying that take money from a bank account, and no other. A UPI address is not typed any more: a code is
 * scanned, or the app on the same phone opens. The provider's window is in English. Rule: LEND-S4
 */
export const FROM_A_BANK = {
  display: {
    blocks: {
      bank: {
        name: 'UPI, netbanking or debit card',
        instruments: [
          { method: 'upi', flows: ['qr', 'intent'] },
          { method: 'netbanking' },
          { method: 'card', types: ['debit'] },
        ],
      },
    },
    sequence: ['block.bank'],
    preferences: { show_default_blocks: false },
  },
} as const;

type RazorpayConstructor = new (options: RazorpayOptions) => RazorpayWindow;

const loading = new Map<string, Promise<void>>();

function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const load = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      loading.delete(url);
      reject(new CheckoutUnavailable('The checkout script did not load'));
    };
    document.head.append(script);
  });
  loading.set(url, load);
  return load;
}

/** Opens the provider's window over the page and waits for its end. Throws CheckoutUnavailable. */
export async function openCheckout(
  checkout: Checkout | StartedMandate['checkout'] | Unfilled,
  payee: string,
): Promise<CheckoutEnd> {
  await loadScript(checkout.scriptUrl);
  const { Razorpay } = globalThis as { Razorpay?: RazorpayConstructor };
  if (Razorpay === undefined) throw new CheckoutUnavailable('The checkout script has no Razorpay');
  return new Promise((resolve) => {
    let isRefused = false;
    const opened = new Razorpay({
      key: checkout.keyId,
      order_id: checkout.orderId,
      amount: checkout.amountPaise,
      currency: 'INR',
      name: payee,
      ...('prefill' in checkout ? { prefill: checkout.prefill } : {}),
      ...('customerId' in checkout
        ? { customer_id: checkout.customerId, recurring: '1' }
        : { config: FROM_A_BANK }),
      handler: (answer) =>
        resolve({
          kind: 'paid',
          proof: { paymentId: answer.razorpay_payment_id, signature: answer.razorpay_signature },
        }),
      modal: { ondismiss: () => resolve({ kind: 'closed', isRefused }) },
    });
    opened.on('payment.failed', () => {
      isRefused = true;
    });
    opened.open();
  });
}
