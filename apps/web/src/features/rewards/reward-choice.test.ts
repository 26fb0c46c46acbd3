import { expect, test } from 'vitest';
import { chooseRewards } from './reward-choice.ts';

const reward = (id: string, amountPaise: number, expiresOn = '2027-11-20') => ({
  id,
  amountPaise,
  expiresOn,
});

test('LEND-24: those that expire first go first, each whole, none above the amount', () => {
  const rewards = [reward('b', 1300, '2027-12-01'), reward('a', 1300, '2027-11-01'), reward('c', 5000)];
  expect(chooseRewards(rewards, 520_000)).toEqual({ ids: ['a', 'c', 'b'], paise: 7600 });
  expect(chooseRewards(rewards, 2600)).toEqual({ ids: ['a', 'b'], paise: 2600 });
  expect(chooseRewards(rewards, 1000)).toEqual({ ids: [], paise: 0 });
});

test('a rest too small for the payment window is not left', () => {
  expect(chooseRewards([reward('a', 1300)], 1399).ids).toEqual([]);
  expect(chooseRewards([reward('a', 1300)], 1400).ids).toEqual(['a']);
  expect(chooseRewards([reward('a', 1300)], 1300).ids).toEqual(['a']);
});
