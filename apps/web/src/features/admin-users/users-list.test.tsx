// @vitest-environment jsdom
import { STAFF_ROLES } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { sampleSession } from '../../../test/session.ts';
import { auth } from '../../lib/auth-client.ts';
import { userRow } from './users.faces.testing.ts';

const person = (number: number, name: string, usedPaise: number) => ({
  ...userRow,
  id: `01900000-0000-7000-8000-00000000000${number}`,
  name,
  credit: { ...userRow.credit!, usedPaise },
});
const THREE = [
  person(1, 'Meera Iyer', 20_000),
  person(2, 'Asha Rao', 1_000_000),
  person(3, '=Farhan', 300_000),
];

async function open(query = '', nextCursor: string | null = null) {
  const network = stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: STAFF_ROLES, stepUpUntil: null }],
    'GET /admin/users': page(THREE, nextCursor),
  });
  const screenOf = { path: '/admin/users', lazy: () => import('./users.tsx') };
  const opened = await openScreen(screenOf, `/admin/users${query}`);
  const table = await screen.findByRole('table');
  const names = () =>
    within(table)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  return { ...network, ...opened, table, names, user: userEvent.setup() };
}
const heading = (table: HTMLElement, name: string) => within(table).getByRole('columnheader', { name });

beforeEach(async () => {
  stubNetwork({ 'POST /auth/v1/token': [200, sampleSession(Date.now())] });
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
});
afterEach(async () => {
  cleanup();
  stubNetwork({ 'POST /auth/v1/logout': [204, null] });
  await auth.signOut({ scope: 'local' });
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('given a heading pressed by key, the rows stand by it, and the address says so', async () => {
  const { table, names, router, user } = await open();
  expect(names()).toEqual(['Meera Iyer', 'Asha Rao', '=Farhan']);
  within(heading(table, 'Used')).getByRole('button').focus();
  await user.keyboard('{Enter}');
  expect(names()).toEqual(['Meera Iyer', '=Farhan', 'Asha Rao']);
  expect(heading(table, 'Used').getAttribute('aria-sort')).toBe('ascending');
  expect(router.state.location.search).toBe('?order=used');
  await user.keyboard('{Enter}');
  expect(names()).toEqual(['Asha Rao', '=Farhan', 'Meera Iyer']);
  await user.keyboard('{Enter}');
  expect(names()).toEqual(['Meera Iyer', 'Asha Rao', '=Farhan']);
  expect(router.state.location.search).toBe('');
});

test('given more rows than are shown, an order says that it is of those shown', async () => {
  await open('?order=-used', 'next');
  expect(screen.getByText(/^In order among the 3 rows shown\./)).toBeDefined();
});

test('given rows in an order, their file has them so, and runs no name', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:here';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await open('?order=used');
  await user.click(screen.getByRole('button', { name: 'CSV of these rows' }));
  const lines = (await files[0]!.text()).split('\r\n');
  expect(lines[0]).toContain('Used');
  expect(lines.slice(1, 4).map((line) => line.split(',')[0])).toEqual(['Meera Iyer', "'=Farhan", 'Asha Rao']);
  expect(lines[3]).toContain('10000.00');
  vi.restoreAllMocks();
});

test('given a narrowed list, its view is kept without what was searched for and without a user’s id', async () => {
  const { user } = await open(
    '?isOverdue=true&order=-used&search=asha%40example.in&ticket=M-1&userId=01a2&actorId=3',
  );
  await user.click(screen.getByRole('button', { name: 'Keep this view' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Name of the view'));
  await user.type(screen.getByLabelText('Name of the view'), 'Late, most used');
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  const view = await screen.findByRole('link', { name: 'Late, most used' });
  expect(view.getAttribute('href')).toBe('/admin/users?isOverdue=true&order=-used');
  expect(document.activeElement).toBe(view);
  expect(screen.queryByRole('button', { name: 'Keep this view' })).toBeNull();
  expect(localStorage.getItem('mohlat-views')).not.toContain('asha@example.in');
  cleanup();
  await open();
  await user.click(await screen.findByRole('button', { name: 'Remove the view Late, most used' }));
  expect(screen.queryByRole('link', { name: 'Late, most used' })).toBeNull();
});

test('given a kept view that is removed, then its neighbour has the focus, and after the last the heading', async () => {
  const view = (name: string) => ({ name, query: `order=${name}` });
  localStorage.setItem('mohlat-views', JSON.stringify({ 'u1 /admin/users': [view('used'), view('name')] }));
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Remove the view name' }));
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'used' }));
  await user.click(screen.getByRole('button', { name: 'Remove the view used' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
