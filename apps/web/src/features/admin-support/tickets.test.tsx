// @vitest-environment jsdom
import { STAFF_ROLES, type TicketItem } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { sampleSession } from '../../../test/session.ts';
import { AT, asha } from '../../../test/staff-samples.ts';
import { auth } from '../../lib/auth-client.ts';

const ticket = (number: number, change: Partial<TicketItem> = {}): TicketItem => ({
  id: `01900000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`,
  ticket: `MHL-10${number}`,
  subject: `Question ${number}`,
  name: 'Asha Rao',
  status: 'open',
  account: asha,
  assignee: null,
  createdAt: AT,
  updatedAt: AT,
  version: number,
  ...change,
});
const changeOf = ({ id }: TicketItem) => `PATCH /admin/support/messages/${id}`;

async function open(
  tickets: readonly TicketItem[],
  answers: Answers = {},
  roles: readonly string[] = STAFF_ROLES,
) {
  const network = stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles, stepUpUntil: null }],
    'GET /admin/support/messages': page(tickets),
    ...answers,
  });
  await openScreen({ path: '/admin/support', lazy: () => import('./tickets.tsx') }, '/admin/support');
  const table = within(await screen.findByRole('table'));
  const changes = () => network.sent.filter(({ method }) => method === 'PATCH');
  const isMarked = (subject: string) =>
    table.getByRole<HTMLInputElement>('checkbox', { name: `Mark: ${subject}` }).checked;
  return { table, changes, isMarked, user: userEvent.setup() };
}

beforeEach(async () => {
  stubNetwork({ 'POST /auth/v1/token': [200, sampleSession(Date.now())] });
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
});
afterEach(async () => {
  cleanup();
  stubNetwork({ 'POST /auth/v1/logout': [204, null] });
  await auth.signOut({ scope: 'local' });
  vi.unstubAllGlobals();
});

test('given three tickets marked at once, when they are taken, each says what became of it, and the refused stays marked', async () => {
  const three = [ticket(1), ticket(2), ticket(3)];
  const { table, changes, isMarked, user } = await open(three, {
    ...Object.fromEntries(three.map((one) => [changeOf(one), [200, one]])),
    [changeOf(three[1]!)]: problem(409, 'ticket_changed', 'Somebody changed this ticket meanwhile.'),
  });
  await user.click(table.getByRole('checkbox', { name: 'Mark all rows shown' }));
  const bar = within(await screen.findByRole('region', { name: 'Marked rows' }));
  expect(bar.getByText('3 marked')).toBeDefined();
  await user.click(bar.getByRole('button', { name: 'Take it · 3' }));
  const summary = await bar.findByText('Take it: 2 done, 1 not done.');
  expect(document.activeElement).toBe(summary);
  const words = within(bar.getByRole('list', { name: 'What became of each row' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(words).toEqual([
    'Question 2 Somebody changed this ticket meanwhile.',
    'Question 1 Done',
    'Question 3 Done',
  ]);
  expect(changes().map(({ body }) => body)).toEqual(
    [1, 2, 3].map((version) => ({ version, assignee: 'me' })),
  );
  expect(['Question 1', 'Question 2', 'Question 3'].map(isMarked)).toEqual([false, true, false]);
});

test('rows are marked by key, and an act counts the marked rows that it fits', async () => {
  const { isMarked, table, user } = await open([ticket(1), ticket(2, { status: 'closed' })]);
  table.getByRole('link', { name: 'Question 1' }).focus();
  await user.keyboard('x');
  expect(isMarked('Question 1')).toBe(true);
  table.getByRole('link', { name: 'Question 2' }).focus();
  await user.keyboard('x');
  expect(screen.getByRole('button', { name: 'Take it · 2' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Close without an answer · 1' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Open it again · 1' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Give it back/ })).toBeNull();
  await user.keyboard('x');
  expect(isMarked('Question 2')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Unmark all' }));
  expect(screen.queryByRole('region', { name: 'Marked rows' })).toBeNull();
});

test('given more rows than a page marked, when an act is wanted, some have to be unmarked first', async () => {
  const { table, user } = await open(Array.from({ length: 51 }, (_, index) => ticket(index + 10)));
  // By label and text: to find a role among so many rows takes seconds.
  const isOff = (name: string) => screen.getByText(name).closest('button')?.disabled;
  await user.click(table.getByLabelText('Mark all rows shown'));
  expect(isOff('Take it · 51')).toBe(true);
  expect(screen.getByText('At most 50 rows at once: unmark some.')).toBeDefined();
  await user.click(table.getByLabelText('Mark: Question 10'));
  expect(isOff('Take it · 50')).toBe(false);
});

test('given a role that may change no ticket, when the list is opened, no row can be marked', async () => {
  const { table } = await open([ticket(1)], {}, ['risk']);
  await screen.findByText(/j and k walk the list, Enter opens/);
  expect(table.queryByRole('checkbox')).toBeNull();
});

test('the file has the marked rows alone', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:here';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  const { table, user } = await open([ticket(1), ticket(2)]);
  await user.click(table.getByRole('checkbox', { name: 'Mark: Question 2' }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'CSV of the marked rows' }));
  const lines = (await files[0]!.text()).trim().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Question 2']);
  vi.restoreAllMocks();
});
