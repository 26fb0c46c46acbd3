// @vitest-environment jsdom
import { type PartState, STATUS_PARTS } from '@mohlat/contract';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';

const ASKED = 'GET /public/status';

async function open(answers: Answers, language: 'en' | 'hi' = 'en', intervals: 'run' | 'held' = 'run') {
  const network = stubNetwork(answers);
  const screen = { path: '/status', lazy: () => import('./status.tsx') };
  await openScreen(screen, '/status', language, { intervals });
  return network;
}

const told = (paying: PartState, others: PartState = 'fine') => ({
  asOf: '2026-11-20T11:59:50Z',
  parts: STATUS_PARTS.map((part) => ({ part, state: part === 'paying' ? paying : others })),
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['fine', 'fine', 'Everything works.'],
  ['slow', 'fine', 'Something outside is slow.'],
  ['down', 'unknown', 'Something outside is slow.'],
  ['unknown', 'unknown', 'We cannot tell right now'],
] as const)(
  'given paying %s and the rest %s, when opened, it says so in one line',
  async (paying, rest, line) => {
    await open({ [ASKED]: [200, told(paying, rest)] });
    expect(await screen.findByText(new RegExp(`^${line}`))).toBeDefined();
  },
);

test('every part has its name and its state, and the page says when it was looked at', async () => {
  await open({ [ASKED]: [200, told('down', 'slow')] });
  const names = (await screen.findAllByRole('term')).map(({ textContent }) => textContent);
  expect(names).toHaveLength(STATUS_PARTS.length);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Not now',
    ...names.slice(1).map(() => 'Slow'),
  ]);
  expect(screen.getByText(/^Looked at 5:29 pm/)).toBeDefined();
});

test('given a product that has only just started, it says when it will know, and asks again soon', async () => {
  const first = { asOf: null, parts: STATUS_PARTS.map((part) => ({ part, state: 'unknown' })) };
  const answers = [
    problem(503, 'busy', 'We are busy right now.'),
    [200, first],
    [200, told('fine')],
  ] as const;
  const { sent } = await open({ [ASKED]: answers }, 'en', 'held');
  await screen.findByText('We are busy right now.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText(/^We have only just started/);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(
    STATUS_PARTS.map(() => 'Being looked at'),
  );
  await act(() => vi.advanceTimersByTimeAsync(9_999));
  expect(sent).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(await screen.findByText('Everything works.')).toBeDefined();
});

test('given a server that does not answer, when opened, it can be asked again', async () => {
  await open({ [ASKED]: problem(503, 'busy', 'We are busy right now.') });
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
  expect(screen.queryByRole('term')).toBeNull();
  expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/support');
  cleanup();
  await open({ [ASKED]: problem(503, 'busy', 'Busy.') }, 'hi');
  expect((await screen.findByRole('link', { name: 'मदद' })).getAttribute('href')).toBe('/hi/support');
});

test('the page is in Hindi, too', async () => {
  await open({ [ASKED]: [200, told('slow')] }, 'hi');
  expect(await screen.findByRole('heading', { name: 'अभी सब चल रहा है?' })).toBeDefined();
  expect(await screen.findByText('धीमा')).toBeDefined();
});
