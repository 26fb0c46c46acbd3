import {
  confirmSharedRepayment,
  getSharedInstalment,
  listRepayLinks,
  revokeRepayLink,
  shareInstalment,
  startSharedRepayment,
} from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { CheckoutProof } from '../../lib/checkout.ts';
import { keys } from '../../lib/keys.ts';
import { readAll } from '../../lib/queries.ts';

export const repayLinksQuery = (paymentId: string) =>
  queryOptions({
    queryKey: keys.repayLinks(paymentId),
    queryFn: ({ signal }) =>
      readAll((page) => call(listRepayLinks, { params: { id: paymentId }, query: page, signal })),
  });

export const sharedInstalmentQuery = (token: string) =>
  queryOptions({
    queryKey: keys.sharedInstalment(token),
    queryFn: ({ signal }) => call(getSharedInstalment, { params: { token }, signal }),
  });

export const makeLink = (paymentId: string) => call(shareInstalment, { params: { id: paymentId } });
export const takeLinkBack = (id: string) => call(revokeRepayLink, { params: { id } });
export const openShared = (token: string) => call(startSharedRepayment, { params: { token } });
export const confirmShared = (token: string, proof: CheckoutProof) =>
  call(confirmSharedRepayment, { params: { token }, body: proof });
