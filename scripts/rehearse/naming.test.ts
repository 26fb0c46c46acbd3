import { expect, it } from 'vitest';
import { journeysNaming } from './naming.ts';

const DELETED = {
  'apps/web/src/features/rewards/rewards.feature.ts': `
    '/dashboard/rewards': {
      shortcut: '/prizes',
      menu: { place: 5, word: { en: 'Rewards', hi: 'x' }, Icon: Gift },
    },
    '/dashboard/rewards/:id': { lazy: () => import('./reward.tsx') },`,
  'packages/contract/src/rewards.calls.ts': "path: '/payments/{id}/rewards',",
  'apps/web/src/features/rewards/rewards.data.ts': "path: '/elsewhere'",
};

it.each([
  ['an address', "await page.goto('/dashboard/rewards');"],
  ['an address with a query', "await page.goto('/dashboard/rewards?kind=cash');"],
  ['an address in a pattern', String.raw`toHaveURL(/\/dashboard\/rewards$/)`],
  ['an address in an open pattern', String.raw`toHaveURL(/\/dashboard\/rewards/)`],
  ['an address of one thing', 'await page.goto(`/dashboard/rewards/${reward}`);'],
  ['a short address', "await page.goto('/prizes');"],
  ['a call', "call('GET', `/payments/${id}/rewards`)"],
  ['a route to a call', "page.route('**/payments/*/rewards*')"],
  ['a word of the menu', "getByRole('link', { name: 'Rewards' })"],
])('given a journey with %s of a deleted feature, names the journey', (_, text) => {
  expect(journeysNaming(DELETED, { 'e2e/pay.spec.ts': text })).toEqual(['e2e/pay.spec.ts']);
});

it.each([
  ['a longer address', "await page.goto('/dashboard/rewards-of-old');"],
  ['an address below it', "await page.goto('/dashboard/rewards/of/old');"],
  ['a longer word', "getByText('Rewards earned')"],
  ['a path that is no address', "await page.goto('/elsewhere');"],
])('given a journey with %s, names no journey', (_, text) => {
  expect(journeysNaming(DELETED, { 'e2e/pay.spec.ts': text })).toEqual([]);
});
