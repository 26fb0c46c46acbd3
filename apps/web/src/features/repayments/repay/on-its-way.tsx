import { useInfiniteQuery } from '@tanstack/react-query';
import { formatRupees } from '../../../lib/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { repaymentsQuery } from '../repayments.data.ts';
import { useRepaymentsWords } from '../repayments.words.ts';

/** Money that may be here already, said wherever a person is about to pay: a second order may be paid beside the first. */
export function OnItsWay({ paymentId }: { readonly paymentId: string }) {
  const words = useRepaymentsWords().repay;
  const { data } = useInfiniteQuery(repaymentsQuery(paymentId));
  const paise = (data?.pages ?? [])
    .flatMap((page) => page.items)
    .reduce((sum, { status, amountPaise }) => (status === 'unknown' ? sum + amountPaise : sum), 0);
  return paise === 0 ? null : <Notice tone="due" isLive title={words.onItsWay(formatRupees(paise))} />;
}
