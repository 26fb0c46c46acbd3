import type { FeatureContext } from '#features/context.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { ProviderContractDrift, ProviderError, ProviderRejected } from '#providers/index.ts';
import { type EnquiryDeps, enquireRepayment } from './repayments.enquiry.ts';
import * as repo from './repayments.repo.ts';
import { creditCaptured, toCaptured } from './repayments.settle.ts';

/** The proof that the checkout hands to the browser. */
interface Proof {
  readonly paymentId: string;
  readonly signature: string;
}

/**
 * The checkout's word proves where it comes from, no more: the payment is read back, and only captured money of the
 * right amount on our own order is credited. The caller has made sure that the repayment may be confirmed. A proof handed
 * in by a link is kept before the money is credited: so its owner sees that it came by the link.
 * Throws: repayment_not_confirmed, credit_source_refused.
 */
export async function confirmCheckout(
  deps: EnquiryDeps & Pick<FeatureContext, 'api'>,
  ids: repo.RepaymentIds,
  row: Pick<repo.RepaymentRow, 'order_ref' | 'amount_paise'>,
  proof: Proof,
  by: 'owner' | 'link' = 'owner',
): Promise<void> {
  const { api, providers } = deps;
  const { order_ref: orderRef, amount_paise: amount } = row;
  const { paymentId: paymentRef, signature } = proof;
  if (!orderRef || !providers.collection.verifyReturn({ orderRef, paymentRef, signature }))
    throw new DomainError('repayment_not_confirmed');
  if (by === 'link') await api.forUser(ids.userId, (tx) => repo.saveLinkPayment(tx, ids, paymentRef));
  try {
    const payment = await providers.collection.getPayment(paymentRef, { orderRef, amount });
    if (payment.status === 'captured') await creditCaptured(deps, ids, toCaptured(payment));
    else await enquireRepayment(deps, ids);
    if (payment.isCreditSource) throw new DomainError('credit_source_refused');
  } catch (error) {
    if (error instanceof ProviderContractDrift || error instanceof ProviderRejected)
      throw new DomainError('repayment_not_confirmed');
    if (!(error instanceof ProviderError)) throw error;
    // The money may well be in: the enquiry finds it, and the person is not told it failed.
    await api.forUser(ids.userId, (tx) =>
      repo.saveOutcome(tx, ids, {
        status: 'unknown',
        reason: null,
        nextEnquiryAt: new Date(deps.clock.now().getTime() + 5_000),
      }),
    );
  }
}
