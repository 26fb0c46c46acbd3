// @vitest-environment jsdom
import { CREDIT_INFORMATION_COMPANIES } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { AT, ID } from '../../../test/staff-samples.ts';
import { report } from './bureau-reports.faces.testing.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = async (row = report, roles: readonly string[] = ['finance']) => {
  const network = stubNetwork({
    'GET /admin/me': [200, { id: ID, name: 'Lata Iyer', email: 'lata@example.in', roles, stepUpUntil: null }],
    'GET /admin/bureau-reports': [200, { items: [row], nextCursor: null }],
    [`GET /admin/bureau-reports/${ID}/file`]: [503, { code: 'exports_busy', title: 'Busy' }],
    [`POST /admin/bureau-reports/${ID}/submissions`]: [204, null],
  });
  const { client } = await openScreen(
    { path: '/admin/bureau-reports', lazy: () => import('./bureau-reports.tsx') },
    `/admin/bureau-reports?state=waiting&report=${ID}`,
  );
  await screen.findByRole('heading', { name: /^16.Nov 2026$/ });
  return { ...network, client };
};

test('LEND-24: given a report, when a company had it, then its receipt is noted', async () => {
  const { sent } = await open();
  expect(sent.some(({ path }) => path.startsWith('/admin/bureau-reports?state=waiting'))).toBe(true);
  expect(screen.getByText(/CHM-118/)).toBeDefined();
  await userEvent.click(await screen.findByRole('button', { name: 'Note a submission' }));
  const dialog = within(await screen.findByRole('dialog'));
  const note = () => userEvent.click(dialog.getByRole('button', { name: 'Note a submission' }));
  await note();
  expect(dialog.getByText('Choose the company and enter the reference.')).toBeDefined();
  await userEvent.selectOptions(dialog.getByLabelText('Company'), 'experian');
  await userEvent.type(dialog.getByLabelText('Reference'), ' EXP-9 ');
  await note();
  expect(await screen.findByText('Noted')).toBeDefined();
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    company: 'experian',
    reference: 'EXP-9',
  });
});

test('LEND-24: given a report, when finance takes its file, then it is asked for that report', async () => {
  const { sent } = await open();
  const files = await screen.findAllByRole('button', { name: 'Download CSV' });
  await userEvent.click(files.at(-1)!);
  await vi.waitFor(() =>
    expect(sent.some(({ path }) => path === `/admin/bureau-reports/${ID}/file`)).toBe(true),
  );
});

test.each([
  ['is late', { ...report, isLate: true }, 'Late'],
  ['waits', report, 'To submit'],
  [
    'all companies had',
    {
      ...report,
      submissions: CREDIT_INFORMATION_COMPANIES.map((company) => ({
        company,
        reference: 'R-1',
        submittedAt: AT,
      })),
    },
    'Submitted',
  ],
])('LEND-24: given a report that %s, then its state says so', async (_, row, word) => {
  await open(row);
  expect(screen.getAllByText(word).length).toBeGreaterThan(0);
});

test('LEND-24: given an administrator, then the report is read, and neither taken along nor noted', async () => {
  const { client } = await open(report, ['admin']);
  // Before it is known who asks, no control is shown to anybody.
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole('button', { name: 'Note a submission' })).toBeNull();
});
