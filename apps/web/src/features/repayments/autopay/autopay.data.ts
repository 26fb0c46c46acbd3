import { cancelMandate, getMandateOffer, startMandate, type SentOf } from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { keys } from '../../../lib/keys.ts';

export type AutopayChoice = Omit<SentOf<typeof startMandate, 'body'>, 'paymentId'>;

export const mandateOfferQuery = (paymentId: string) =>
  queryOptions({
    queryKey: keys.mandateOffer(paymentId),
    queryFn: ({ signal }) => call(getMandateOffer, { params: { id: paymentId }, signal }),
  });

/** A repeat of the same choice answers the same order, so a press too many opens no second one. */
export const beginAutopay = (paymentId: string, choice: AutopayChoice) =>
  call(startMandate, { body: { paymentId, ...choice } });

export const endAutopay = (id: string) => call(cancelMandate, { params: { id } });
