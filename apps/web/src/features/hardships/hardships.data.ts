import { getHardship } from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/keys.ts';

export const hardshipQuery = (paymentId: string) =>
  queryOptions({
    queryKey: keys.hardship(paymentId),
    queryFn: ({ signal }) => call(getHardship, { params: { id: paymentId }, signal }),
  });
