// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';

const TOKEN = 'ab'.repeat(32);

async function open(hash: string, answers: Answers = {}) {
  const network = stubNetwork(answers);
  const children = [{ path: '/auth/not-me', lazy: () => import('./not-me.tsx') }];
  await openScreen(
    { HydrateFallback: () => null, lazy: () => import('../../../shell/auth-layout.tsx'), children },
    `/auth/not-me${hash}`,
  );
  await screen.findByRole('heading', { level: 1 });
  return network;
}
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'It was not me' }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the page a notice of security leads to', () => {
  test('asks first: opening it takes nothing back', async () => {
    const { sent } = await open(`#${TOKEN}`);
    expect(screen.getByText('Everybody is logged out, on every device.')).toBeDefined();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('takes the change back by its button, and says what comes next', async () => {
    const { sent } = await open(`#${TOKEN}`, { 'POST /auth/v1/undo': [200, {}] });
    await press();
    expect(await screen.findByRole('heading', { name: 'The change is taken back' })).toBeDefined();
    expect(sent.findLast(({ method }) => method === 'POST')?.body).toEqual({ token: TOKEN });
    expect(screen.getByRole('link', { name: 'Ask for it again' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
  });

  test('is busy until the service has answered', async () => {
    await open(`#${TOKEN}`);
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
    await press();
    expect(await screen.findByRole('button', { name: 'Taking it back...' })).toBeDefined();
    answer(Response.json({}));
    expect(await screen.findByRole('heading', { name: 'The change is taken back' })).toBeDefined();
  });

  test('says of a link that is spent, too old or none that it does not work', async () => {
    const refused = { code: 403, error_code: 'otp_expired', msg: 'x' };
    await open(`#${TOKEN}`, { 'POST /auth/v1/undo': [403, refused] });
    await press();
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/support');
    cleanup();
    await open('');
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
  });

  test('keeps the button where the service was not reached', async () => {
    await open(`#${TOKEN}`, { 'POST /auth/v1/undo': [503, {}] });
    await press();
    expect((await screen.findByRole('alert')).textContent).toContain('That did not work');
    expect(screen.getByRole('button', { name: 'It was not me' })).toBeDefined();
  });

  test.each([
    [429, 'Too many tries. Wait five minutes and try again.'],
    [500, 'The service is not answering at the moment. Try again in a minute.'],
  ])('given %d, when it is pressed, then it does not speak of a lost connection', async (status, says) => {
    await open(`#${TOKEN}`, { 'POST /auth/v1/undo': [status, {}] });
    await press();
    expect((await screen.findByRole('alert')).textContent).toContain(says);
    expect(screen.getByRole('button', { name: 'It was not me' })).toBeDefined();
  });

  test('given a lost answer, when the next press is refused, then the first one may have worked', async () => {
    const refused = [403, { code: 403, error_code: 'otp_expired', msg: 'x' }] as const;
    await open(`#${TOKEN}`, { 'POST /auth/v1/undo': [new TypeError('fetch failed'), refused] });
    await press();
    expect((await screen.findByRole('alert')).textContent).toContain('There is no connection.');
    await press();
    expect(await screen.findByRole('heading', { name: 'It may be taken back already' })).toBeDefined();
    expect(screen.queryByText(/does not work/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Choose a new password' })).toBeDefined();
  });

  test('given too many presses, when the next one is refused, then the link does not work', async () => {
    await open(`#${TOKEN}`, { 'POST /auth/v1/undo': [[429, {}] as const, [403, {}] as const] });
    await press();
    await screen.findByRole('alert');
    await press();
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
  });
});
