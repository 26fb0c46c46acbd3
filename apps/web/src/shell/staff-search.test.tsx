// @vitest-environment jsdom
import { STAFF_ROLES, type StaffRole } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { paymentRow } from '../features/admin-payments/payments.faces.testing.ts';
import { userRow } from '../features/admin-users/users.faces.testing.ts';
import { SearchButton } from './admin-layout.tsx';

async function open(answers: Answers = {}, roles: readonly StaffRole[] = STAFF_ROLES) {
  const network = stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles, stepUpUntil: null }],
    'GET /admin/users': page([userRow]),
    'GET /admin/payments': page([paymentRow]),
    ...answers,
  });
  const { router } = await openScreen({ path: '/admin', element: <SearchButton /> }, '/admin');
  return { ...network, router, user: userEvent.setup() };
}
const searches = (sent: readonly { readonly path: string }[]) =>
  sent.map(({ path }) => path).filter((path) => path.includes('search='));

afterEach(() => {
  vi.restoreAllMocks();
  // The library keeps what it heard of the network, also for the files that come after this one. It hears it from a page alone.
  window.dispatchEvent(new Event('online'));
  cleanup();
  vi.unstubAllGlobals();
});

test('given any page, when Ctrl-K is pressed, then people and payments are found and opened by keys', async () => {
  const { sent, router, user } = await open();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('searchbox');
  await user.keyboard('Asha{Enter}');
  const people = within(await screen.findByRole('region', { name: 'People' }));
  expect(people.getByRole('link').textContent).toContain('Asha Rao');
  expect(await screen.findByRole('region', { name: 'Payments' })).toBeDefined();
  expect((await screen.findByText(/^2 found/)).getAttribute('role')).toBe('status');
  expect(searches(sent).toSorted()).toEqual([
    expect.stringMatching(/^\/admin\/payments\?.*search=Asha/),
    expect.stringMatching(/^\/admin\/users\?.*search=Asha/),
  ]);
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(`/admin/users/${userRow.id}`));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('given letters being typed, when nothing was sent, then nothing is searched or written down', async () => {
  const { sent, user } = await open();
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await user.type(await screen.findByRole('searchbox'), 'As');
  expect(searches(sent)).toEqual([]);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Type three characters or more')).toBeDefined();
  expect(searches(sent)).toEqual([]);
});

test('given three characters, when searched, then people are asked for and payments are not', async () => {
  const { sent, user } = await open();
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await user.type(await screen.findByRole('searchbox'), 'Ash{Enter}');
  expect(await screen.findByText('Payments are found from four characters on.')).toBeDefined();
  await screen.findByText(/^1 found/);
  expect(searches(sent).map((path) => path.split('?')[0])).toEqual(['/admin/users']);
});

test('given staff without a role, when searching, then nothing is asked for', async () => {
  const { sent, user } = await open({}, []);
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await user.type(await screen.findByRole('searchbox'), 'Asha{Enter}');
  await screen.findByText('Nothing found.');
  expect(searches(sent)).toEqual([]);
});

test('given more than are shown, when searched, then a link leads to all of them', async () => {
  const { user } = await open({ 'GET /admin/users': page([userRow], 'next') });
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await user.type(await screen.findByRole('searchbox'), 'A & B{Enter}');
  const all = await screen.findByRole('link', { name: 'All of them in People' });
  expect(all.getAttribute('href')).toBe('/admin/users?search=A%20%26%20B');
});

test('given a server that fails, when searched, then nothing is called not found', async () => {
  const down = problem(503, 'service_unavailable', 'Not now.');
  const { user } = await open({ 'GET /admin/users': down, 'GET /admin/payments': page([]) });
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await user.type(await screen.findByRole('searchbox'), 'Asha{Enter}');
  expect(await screen.findByText('This could not be searched.')).toBeDefined();
  expect(screen.queryByText('Nothing found.')).toBeNull();
});

test('given roles that are not known yet, when searched, then nothing is called not found', async () => {
  const me = Promise.withResolvers<Response>();
  const { sent, user } = await open();
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    String(input instanceof Request ? input.url : input).endsWith('/admin/me')
      ? me.promise
      : answered(input, init),
  );
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await user.type(await screen.findByRole('searchbox'), 'Asha{Enter}');
  expect(await screen.findByText('Loading')).toBeDefined();
  expect(screen.queryByText('Nothing found.')).toBeNull();
  expect(searches(sent)).toEqual([]);
  const staff = { id: 'me', name: 'Lata', email: null, roles: STAFF_ROLES, stepUpUntil: null };
  me.resolve(new Response(JSON.stringify(staff), { headers: { 'content-type': 'application/json' } }));
  expect(await screen.findByText(/^2 found/)).toBeDefined();
});

test('given no network, when searched, then it says so and nothing is called not found', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Find' }));
  const field = await screen.findByRole('searchbox');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await user.type(field, 'Asha{Enter}');
  expect(await screen.findByText('Waiting for the network')).toBeDefined();
  expect(screen.queryByText('Nothing found.')).toBeNull();
});
