import { useQueryClient } from '@tanstack/react-query';
import { istDate } from '@mohlat/money';
import { today } from './format.ts';
import { keys } from './keys.ts';
import { productMs } from './product-clock.ts';

/** For sums of a payment that are another each day: whether they were read on this one, and a way to read them again. */
export function usePaymentDay(id: string) {
  const client = useQueryClient();
  const queryKey = keys.payment(id);
  return {
    isOfToday: () => istDate(productMs(client.getQueryState(queryKey)?.dataUpdatedAt ?? 0)) === today(),
    readAgain: () => client.invalidateQueries({ queryKey }),
  };
}
