import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { keys, moneyChanged } from './keys.ts';

test('news that comes while a screen is first read is not lost with the older answer', async () => {
  const client = new QueryClient();
  let answer: (text: string) => void = () => {};
  const ask = vi
    .fn<() => Promise<string>>()
    .mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    )
    .mockResolvedValue('returned');
  const observer = new QueryObserver(client, { queryKey: keys.payment('019a'), queryFn: ask });
  const unsubscribe = observer.subscribe(() => {});
  const told = moneyChanged(client);
  answer('on its way back');
  await told;
  expect(observer.getCurrentResult().data).toBe('returned');
  expect(ask).toHaveBeenCalledTimes(2);
  unsubscribe();
});

test('after money moved, screens left behind are read again before they show', async () => {
  const client = new QueryClient();
  const left = [
    keys.me,
    keys.schedule,
    keys.allPayments,
    keys.transactions,
    keys.repaymentsOf('019a'),
    keys.newestRepayments,
  ];
  let answer = 'old debt';
  for (const queryKey of left) await client.query({ queryKey, queryFn: () => Promise.resolve(answer) });
  answer = 'repaid';
  await moneyChanged(client);
  expect(left.map((queryKey) => client.getQueryData(queryKey))).toEqual(left.map(() => 'repaid'));
});
