// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { payment } from './payments.faces.testing.ts';

const me = { id: 'me', name: 'Lata Iyer', email: 'lata@example.in', roles: ['finance'], stepUpUntil: null };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a cancelled payment has what it cost beside what was agreed, and no schedule', async () => {
  const ending = { kind: 'cancelled', on: '2027-01-17', chargePaise: 1_959 } as const;
  const cancelled = {
    ...payment,
    payment: { ...payment.payment, status: 'completed', amountPaise: 1_500_000, ending, charges: [] },
  } as const;
  stubNetwork({ 'GET /admin/me': [200, me], [`GET /admin/payments/${ID}`]: [200, cancelled] });
  const lazy = () => import('./payment.tsx');
  await openScreen({ path: '/admin/payments/:id', lazy }, `/admin/payments/${ID}`, 'en');
  const label = await screen.findByText('Repaid in all');
  expect(label.parentElement!.textContent).toContain('₹15,019.59');
  expect(screen.getByText('To repay as agreed')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Schedule' })).toBeNull();
});
