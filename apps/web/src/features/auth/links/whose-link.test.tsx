// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Answer } from '../../../../test/network.ts';

const asha = { id: '0192ab34-0000-7000-8000-00000000000a', email: 'asha@example.in' };
const other = { id: '0192ab34-0000-7000-8000-00000000000b', email: 'other@example.in' };
type Person = typeof asha;

/** Read once: two tokens of one person are the same one, whenever they are asked for. */
const exp = Math.floor(Date.now() / 1000) + 3600;

function tokenOf(person: Person): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${part({ alg: 'HS256' })}.${part({ sub: person.id, exp })}.sign`;
}
function sessionOf(person: Person) {
  return {
    access_token: tokenOf(person),
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: exp,
    refresh_token: `refresh-${person.email}`,
    user: person,
  };
}
const linkOf = (person: Person, type: string) =>
  `#access_token=${tokenOf(person)}&refresh_token=r&expires_in=3600&token_type=bearer&type=${type}`;

/**
 * Opens an address the way a browser would: what the address brings is judged once, when the page's modules run, so
 * they run again each time.
 */
async function openAddress(
  address: string,
  signedIn: Person | undefined,
  owner: Answer,
  asked: string | null = null,
) {
  vi.resetModules();
  localStorage.clear();
  if (asked !== null) localStorage.setItem('mohlat-asked', asked);
  if (signedIn) localStorage.setItem('mohlat-auth', JSON.stringify(sessionOf(signedIn)));
  globalThis.history.replaceState(null, '', address);
  const { stubNetwork } = await import('../../../../test/network.ts');
  const network = stubNetwork({ 'GET /auth/v1/user': owner });
  const auth = await import('../../../lib/auth.ts');
  await auth.sessionSettled();
  return { ...network, ...auth, ...(await import('../../../lib/link-arrival.ts')) };
}
async function show(screenName: 'confirmed' | 'new-password') {
  const { openScreen } = await import('../../../../test/open-screen.tsx');
  const path = screenName === 'confirmed' ? '/auth/confirmed' : '/new-password';
  await openScreen(
    {
      path,
      lazy: () =>
        screenName === 'confirmed'
          ? import('../signup/confirmed.tsx')
          : import('../password/new-password.tsx'),
    },
    path,
  );
}
const keptUser = () =>
  (JSON.parse(localStorage.getItem('mohlat-auth') ?? '{}') as { user?: Person }).user?.id;

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('a link that was asked for in another browser or app', () => {
  test.each(['confirmed', 'new-password'] as const)(
    'given it is opened here, when %s shows it, then nothing is said to be done or over',
    async (page) => {
      const path = page === 'confirmed' ? '/auth/confirmed' : '/new-password';
      await openAddress(`${path}?code=0192ab34-0000-4000-8000-00000000000a`, undefined, [401, {}]);
      await show(page);
      expect(await screen.findByText('Go on where you asked for this link')).toBeDefined();
      expect(screen.queryByText(/is confirmed|no longer works/)).toBeNull();
      const way = screen.getByRole('link', { name: 'Choose a new password' });
      expect(way.getAttribute('href')).toBe('/forgot-password');
    },
  );

  test('given the code of its mail logged its reader in, then a new password can be chosen', async () => {
    await openAddress('/auth/confirmed?code=0192ab34-0000-4000-8000-00000000000a', asha, [200, asha]);
    await show('new-password');
    expect(await screen.findByRole('button', { name: 'Save password' })).toBeDefined();
  });
});

describe('an error in the address', () => {
  test('SPEC-8.url-errors: is told, in our words and not in those of the address, and leads to the log-in', async () => {
    await openAddress(
      '/auth/confirmed#error=access_denied&error_code=otp_expired&error_description=Call+0900+12345+at+once',
      undefined,
      [401, {}],
    );
    await show('confirmed');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('This link did not work');
    expect(screen.getByText('A link works once, and for a day. Log in to ask for a new one.')).toBeDefined();
    expect(screen.queryByText(/0900/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/login');
  });
});

describe('a session in the address', () => {
  test('means nothing on a page no mail leads to, and is taken out of the address', async () => {
    const { getSessionState } = await openAddress(`/dashboard/profile${linkOf(other, 'magiclink')}`, asha, [
      200,
      other,
    ]);
    expect(getSessionState()).toMatchObject({ status: 'in', userId: asha.id });
    expect(globalThis.location.href).not.toContain('access_token');
    expect(keptUser()).toBe(asha.id);
  });

  test('means nothing there to a visitor either', async () => {
    const { getSessionState } = await openAddress(`/login${linkOf(other, 'magiclink')}`, undefined, [
      200,
      other,
    ]);
    expect(getSessionState().status).toBe('out');
  });

  test('is not taken out of a query, where the server never puts it', async () => {
    const address = `/auth/confirmed?${linkOf(other, 'signup').slice(1)}${linkOf(asha, 'signup')}`;
    const { getSessionState } = await openAddress(address, asha, [200, other]);
    expect(getSessionState()).toMatchObject({ userId: asha.id });
    expect(globalThis.location.href).not.toContain('access_token');
  });

  test('does not pass as one’s own by naming two', async () => {
    const address = `/auth/confirmed${linkOf(asha, 'signup')}&access_token=${tokenOf(other)}`;
    const { getSessionState, heldLink } = await openAddress(address, asha, [200, other]);
    expect(getSessionState()).toMatchObject({ userId: asha.id });
    expect(heldLink()?.accessToken).toBe(tokenOf(other));
  });
});

/** The address that a mail is asked to lead to, and what this browser keeps of it. */
async function askForMail(path: '/auth/confirmed' | '/new-password') {
  localStorage.clear();
  const { answerAddress } = await import('../answer-address.ts');
  const url = new URL(answerAddress(path));
  return { address: url.pathname + url.search, asked: localStorage.getItem('mohlat-asked') };
}

describe('a mail link where no user is logged in', () => {
  test('given a link not asked for here, when it is opened, then it names its account and keeps nothing', async () => {
    const { getSessionState } = await openAddress(`/auth/confirmed${linkOf(other, 'signup')}`, undefined, [
      200,
      other,
    ]);
    await show('confirmed');
    expect(await screen.findByRole('heading', { name: 'Log in by this link?' })).toBeDefined();
    expect(await screen.findByText(/^This link logs you in as other@example.in\./)).toBeDefined();
    expect(getSessionState().status).toBe('out');
    expect(localStorage.getItem('mohlat-auth')).toBeNull();
    expect(globalThis.location.href).not.toContain('access_token');
    await userEvent.click(screen.getByRole('button', { name: 'This is not me' }));
    expect(await screen.findByText('elsewhere')).toBeDefined();
    expect(getSessionState().status).toBe('out');
  });

  test('given a link that was not asked for here, when its reader continues, then it logs in', async () => {
    const { getSessionState } = await openAddress(`/auth/confirmed${linkOf(asha, 'signup')}`, undefined, [
      200,
      asha,
    ]);
    await show('confirmed');
    await userEvent.click(await screen.findByRole('button', { name: 'Continue as asha@example.in' }));
    expect(await screen.findByText('You are logged in as asha@example.in.')).toBeDefined();
    expect(getSessionState()).toMatchObject({ status: 'in', userId: asha.id });
  });

  test('given a mail asked for here, when its link is opened, then it logs in and the page says as whom', async () => {
    const { address, asked } = await askForMail('/auth/confirmed');
    const { getSessionState } = await openAddress(
      address + linkOf(asha, 'signup'),
      undefined,
      [200, asha],
      asked,
    );
    expect(getSessionState()).toMatchObject({ status: 'in', userId: asha.id });
    expect(globalThis.location.search).toBe('');
    expect(localStorage.getItem('mohlat-asked')).toBe('{}');
    await show('confirmed');
    expect(await screen.findByText('You are logged in as asha@example.in.')).toBeDefined();
  });

  test('given a mail asked for two days ago, when its link is opened, then it asks', async () => {
    const { address, asked } = await askForMail('/new-password');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 24 * 3600 * 1000 });
    const { getSessionState, heldLink } = await openAddress(
      address + linkOf(asha, 'recovery'),
      undefined,
      [200, asha],
      asked,
    );
    expect(getSessionState().status).toBe('out');
    expect(heldLink()?.accessToken).toBe(tokenOf(asha));
  });

  test('given another mark than the kept one, when the link is opened, then it asks', async () => {
    const { address, asked } = await askForMail('/auth/confirmed');
    const { getSessionState } = await openAddress(
      `${address.slice(0, -1)}${linkOf(other, 'signup')}`,
      undefined,
      [200, other],
      asked,
    );
    expect(getSessionState().status).toBe('out');
    expect(localStorage.getItem('mohlat-asked')).toBe(asked);
  });

  test('given a mail asked for here, when another user is logged in, then its link asks', async () => {
    const { address, asked } = await askForMail('/auth/confirmed');
    const { getSessionState, heldLink } = await openAddress(
      address + linkOf(other, 'signup'),
      asha,
      [200, other],
      asked,
    );
    expect(getSessionState()).toMatchObject({ userId: asha.id });
    expect(heldLink()?.accessToken).toBe(tokenOf(other));
  });

  test('given a link that works no more, when it is opened, then it leads to the log-in', async () => {
    await openAddress(`/auth/confirmed${linkOf(other, 'signup')}`, undefined, [403, {}]);
    await show('confirmed');
    expect(await screen.findByText('The link you opened no longer works.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Log In' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /Continue as/ })).toBeNull();
  });
});

describe('half of a change of address', () => {
  const half = '/auth/confirmed#message=Confirmation+link+accepted.+Please+proceed';

  test('leads on for who is logged in', async () => {
    await openAddress(half, asha, [200, asha]);
    await show('confirmed');
    expect(await screen.findByRole('heading', { name: 'One address is confirmed' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined();
  });

  test('leads a visitor to the log-in', async () => {
    await openAddress(half, undefined, [200, asha]);
    await show('confirmed');
    expect((await screen.findByRole('link', { name: 'Log In' })).getAttribute('href')).toBe('/login');
  });
});

describe('a mail link of another account', () => {
  test('is asked about first; staying keeps the session', async () => {
    const { getSessionState } = await openAddress(`/auth/confirmed${linkOf(other, 'signup')}`, asha, [
      200,
      other,
    ]);
    await show('confirmed');
    expect(await screen.findByRole('heading', { name: 'Which account?' })).toBeDefined();
    expect(
      await screen.findByText(
        'You are signed in as asha@example.in. The link you opened belongs to other@example.in.',
      ),
    ).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Stay as asha@example.in' }));
    expect(await screen.findByText('elsewhere')).toBeDefined();
    expect(getSessionState()).toMatchObject({ userId: asha.id });
  });

  test('is taken over when the person says so, and drafts of the other one go', async () => {
    const { getSessionState } = await openAddress(`/new-password${linkOf(other, 'recovery')}`, asha, [
      200,
      other,
    ]);
    sessionStorage.setItem('signupUserData', '{}');
    await show('new-password');
    await userEvent.click(await screen.findByRole('button', { name: 'Continue as other@example.in' }));
    expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeDefined();
    expect(screen.getByText(/^For other@example.in/)).toBeDefined();
    expect(getSessionState()).toMatchObject({ userId: other.id });
    expect(sessionStorage.getItem('signupUserData')).toBeNull();
  });

  test('that no longer works leaves the session as it was', async () => {
    const { getSessionState } = await openAddress(`/auth/confirmed${linkOf(other, 'signup')}`, asha, [
      403,
      { error_code: 'session_not_found', msg: 'gone' },
    ]);
    await show('confirmed');
    expect(await screen.findByText('The link you opened no longer works.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /Continue as/ })).toBeNull();
    expect(getSessionState()).toMatchObject({ userId: asha.id });
    expect(keptUser()).toBe(asha.id);
  });

  test.each([
    [
      'no network',
      new TypeError('fetch failed'),
      'There is no connection. Try again when you are back online.',
    ],
    ['too many calls', [429, {}] as const, 'Too many tries. Wait five minutes and try again.'],
    [
      'a busy service',
      [503, {}] as const,
      'The service is not answering at the moment. Try again in a minute.',
    ],
  ])(
    'given %s, when its owner is asked for, then it stays good and can be tried again',
    async (_, lost, says) => {
      const { answers, getSessionState } = await openAddress(
        `/auth/confirmed${linkOf(other, 'signup')}`,
        asha,
        lost,
      );
      await show('confirmed');
      expect(await screen.findByText(says)).toBeDefined();
      expect(screen.queryByText('The link you opened no longer works.')).toBeNull();
      answers['GET /auth/v1/user'] = [200, other];
      await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Continue as other@example.in' }));
      await vi.waitFor(() => expect(getSessionState()).toMatchObject({ userId: other.id }));
    },
  );

  test('given a lost connection, when it is taken over, then the link is held for the next press', async () => {
    const { answers, getSessionState } = await openAddress(
      `/auth/confirmed${linkOf(other, 'signup')}`,
      asha,
      [200, other],
    );
    await show('confirmed');
    const takeOver = await screen.findByRole('button', { name: 'Continue as other@example.in' });
    answers['GET /auth/v1/user'] = [503, {}];
    await userEvent.click(takeOver);
    expect(
      await screen.findByText('The service is not answering at the moment. Try again in a minute.'),
    ).toBeDefined();
    expect(getSessionState()).toMatchObject({ userId: asha.id });
    answers['GET /auth/v1/user'] = [200, other];
    await userEvent.click(screen.getByRole('button', { name: 'Continue as other@example.in' }));
    await vi.waitFor(() => expect(getSessionState()).toMatchObject({ userId: other.id }));
  });
});
