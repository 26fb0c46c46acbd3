// @vitest-environment jsdom
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { DAY } from '../../../test/staff-samples.ts';
import { invariantsHi } from './invariants.hi.ts';

const INVARIANTS = join(import.meta.dirname, '../../../../../db/invariants');
const me = { id: 'me', name: 'Lata Iyer', email: 'lata@example.in', roles: ['finance'], stepUpUntil: null };
const proven = { breaches: 0, milliseconds: 3 };

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('given the invariants of the books, when Hindi names them, then each has its sentence and no other has', () => {
  const ids = readdirSync(INVARIANTS).map((file) => file.slice(0, 3));
  expect(Object.keys(invariantsHi).toSorted()).toEqual(ids.toSorted());
});

test('given books in Hindi, when invariants are shown, then one without a Hindi sentence is told to be English', async () => {
  const invariants = [
    { id: 'I23', sentence: 'CGST equals SGST.', ...proven },
    { id: 'I99', sentence: 'A rule newer than this page.', ...proven },
  ];
  stubNetwork({
    'GET /admin/me': [200, me],
    'GET /admin/books': [
      200,
      {
        throughOn: DAY,
        accounts: [],
        isBalanced: true,
        proof: { provenAt: '2026-11-20T10:00:00.000Z', isWhole: true, invariants },
      },
    ],
  });
  await openScreen({ path: '/admin/books', lazy: () => import('./books.tsx') }, '/admin/books', 'hi');
  const [newer] = await screen.findAllByText('A rule newer than this page.');
  expect(newer?.lang).toBe('en');
  expect(screen.queryByText(/CGST equals SGST/)).toBeNull();
  expect(screen.getAllByRole('rowheader').map((one) => one.textContent)).toEqual([
    'I23 CGST और SGST बराबर हैं।',
    'I99 A rule newer than this page.',
  ]);
});
