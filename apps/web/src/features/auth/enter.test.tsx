// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';

const TOKEN = 'ab'.repeat(32);

async function open(hash: string, answers: Answers = {}) {
  const network = stubNetwork(answers);
  const children = [{ path: '/auth/enter', lazy: () => import('./enter.tsx') }];
  await openScreen(
    { HydrateFallback: () => null, lazy: () => import('../../shell/auth-layout.tsx'), children },
    `/auth/enter${hash}`,
  );
  await screen.findByRole('heading', { level: 1 });
  return network;
}
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Log In' }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the page that the link of an SMS leads to', () => {
  test('asks first: opening it logs nobody in', async () => {
    const { sent } = await open(`#${TOKEN}`);
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('shows the link by its button, as a link of a mail is shown', async () => {
    const refused = { code: 403, error_code: 'otp_expired', msg: 'x' };
    const { sent } = await open(`#${TOKEN}`, { 'POST /auth/v1/verify': [403, refused] });
    await press();
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
    expect(sent.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
      token_hash: TOKEN,
      type: 'magiclink',
    });
    expect(screen.getByRole('link', { name: 'Ask for a new code' }).getAttribute('href')).toBe('/login');
  });

  test('keeps the button where the service was not reached', async () => {
    await open(`#${TOKEN}`, { 'POST /auth/v1/verify': [503, {}] });
    await press();
    expect((await screen.findByRole('alert')).textContent).toContain('That did not work');
    expect(screen.getByRole('button', { name: 'Log In' })).toBeDefined();
  });

  test('says of an address without a link that it does not work', async () => {
    await open('');
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
  });
});
