// @vitest-environment jsdom
import type { AnswerOf, listRestores } from '@mohlat/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { restoresSample } from './restores.faces.testing.ts';

const ME = { id: ID, name: 'Lata Iyer', email: 'lata@example.in', roles: ['finance'], stepUpUntil: null };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = async (answer: AnswerOf<typeof listRestores>) => {
  const network = stubNetwork({
    'GET /admin/me': [200, ME],
    'GET /admin/restores': [200, answer],
    'POST /admin/reconciliation/run': [
      200,
      { dayOn: '2026-11-17', rows: 0, lastReadAt: null, closedReadAt: null },
    ],
  });
  await openScreen({ path: '/admin/restores', lazy: () => import('./restores.tsx') }, '/admin/restores');
  return network;
};
const [sample] = restoresSample.items;
const DONE = 'Every day since is read to its end, and nothing waits for a person.';
const WAITING = 'Some of what happened since is not known or not explained yet.';

test('a database that was never put back says so, and what the page is for', async () => {
  await open({ items: [], nextCursor: null, olderCount: 0 });
  expect(await screen.findByText('This database was never put back.')).toBeDefined();
  expect(screen.getByText(/which days to read again/)).toBeDefined();
});

test('a day that was read before the restore alone counts as not read, and is asked for again', async () => {
  const { sent } = await open(restoresSample);
  expect((await screen.findAllByText('Not since the restore')).length).toBeGreaterThan(0);
  expect(screen.getAllByText(/^So far, /).length).toBeGreaterThan(0);
  expect(screen.getByText('One older restore is not shown.')).toBeDefined();
  const again = await screen.findAllByRole('button', {
    name: 'Read the list of 17\u00a0Nov 2026 again',
  });
  await userEvent.click(again[0]!);
  expect(sent.find(({ path }) => path === '/admin/reconciliation/run')?.body).toEqual({
    dayOn: '2026-11-17',
  });
  expect(await screen.findByText(/The list of 17 Nov 2026 is being read/)).toBeDefined();
});

const read = '2026-11-18T08:00:00Z';
const settled = {
  ...sample!,
  days: [
    { dayOn: '2026-11-18', rows: 12, lastReadAt: read, closedReadAt: null },
    { dayOn: '2026-11-17', rows: 40, lastReadAt: read, closedReadAt: read },
  ],
  differences: [{ kind: 'not_ours' as const, openCount: 0, openPaise: 0, clearedCount: 3 }],
  receipts: { heldCount: 0, heldPaise: 0, clearedCount: 1 },
};

test.each([
  ['all is read and cleared', {}, DONE],
  [
    'a day is not read to its end',
    { days: settled.days.map((day) => ({ ...day, closedReadAt: null })) },
    WAITING,
  ],
  ['today is not read', { days: [{ ...settled.days[0]!, lastReadAt: null }, settled.days[1]!] }, WAITING],
  ['days are not shown', { olderDaysCount: 1 }, WAITING],
  ['a difference is open', { differences: [{ ...settled.differences[0]!, openCount: 1 }] }, WAITING],
  ['a receipt is held', { receipts: { heldCount: 1, heldPaise: 100, clearedCount: 0 } }, WAITING],
])('given that %s, the first line says how it stands', async (_, change, sentence) => {
  await open({ items: [{ ...settled, ...change }], nextCursor: null, olderCount: 0 });
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.queryByText(sentence === DONE ? WAITING : DONE)).toBeNull();
});
