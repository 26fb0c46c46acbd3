// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { open, press, sent, service, session, type } from '../../../test/auth-pages.tsx';

type Provider = 'hcaptcha' | 'turnstile';

/** The options the provider's script was given, with the callbacks that answer it. */
interface Shown {
  readonly sitekey: string;
  readonly size: string;
  readonly callback: (token: string) => void;
  readonly 'error-callback': () => void;
}
let shown: Shown[] = [];
let answersCount = 0;

/** Answers as soon as it is shown and again after each use, as both providers do for a person they know. */
function imitation(isAnswering: () => boolean) {
  const answer = (one: Shown) => {
    answersCount += 1;
    if (isAnswering()) one.callback(`person-${answersCount}`);
  };
  return {
    render: (_box: HTMLElement, options: Shown) => {
      shown.push(options);
      answer(options);
      return String(shown.length - 1);
    },
    reset: (id: string) => answer(shown[Number(id)]!),
    remove: () => undefined,
  };
}

const scripts = () =>
  [...document.head.querySelectorAll<HTMLScriptElement>('script[src^="https://captcha."]')].map(
    ({ src }) => src,
  );

/** Stands where the provider's script is fetched from: a page that adds it gets this. */
function serveScript(provider: Provider, isAnswering = () => true): void {
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      document.head.insertBefore(node as Node, null);
      if (!(node instanceof HTMLScriptElement)) continue;
      Reflect.set(globalThis, provider, imitation(isAnswering));
      const ready = new URL(node.src).searchParams.get('onload') ?? '';
      queueMicrotask(() => (Reflect.get(globalThis, ready) as () => void)());
    }
  });
}

/** A page fetches a script once; each test is a page of its own. */
let pagesCount = 0;
const settingsOf = (provider: Provider) => ({
  captcha: { provider, site_key: 'our-pages', script_url: `https://captcha.example/${pagesCount}/api.js` },
});

function serveAuth(provider: Provider | undefined): void {
  service({
    '/auth/v1/settings': () => [200, provider === undefined ? {} : settingsOf(provider)],
    '/auth/v1/token': () => [200, session(Date.now())],
    '/auth/v1/signup': () => [200, {}],
    '/auth/v1/recover': () => [200, {}],
    '/auth/v1/otp': () => [200, {}],
    '/api/v1/me': () => [200, { onboardingComplete: true }],
  });
}

const tokenOf = (path: string) =>
  sent
    .filter((one) => one.path === path)
    .map(({ body }) => (body.gotrue_meta_security as { captcha_token?: string }).captcha_token);

beforeEach(() => {
  pagesCount += 1;
  shown = [];
  answersCount = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const script of document.head.querySelectorAll('script')) script.remove();
});

describe.each(['hcaptcha', 'turnstile'] as const)('where %s is configured', (provider) => {
  test('its script is loaded by the page and a token goes along with a log-in', async () => {
    serveScript(provider);
    serveAuth(provider);
    await open('/login');
    await type('Email', 'asha@example.in');
    await type('Password', 'a quiet river stone');
    await press('Log In');
    await waitFor(() => expect(tokenOf('/auth/v1/token')).toHaveLength(1));
    expect(tokenOf('/auth/v1/token')[0]).toMatch(/^person-\d+$/);
    expect(scripts()).toEqual([
      `https://captcha.example/${pagesCount}/api.js?render=explicit&onload=mohlatCaptchaReady`,
    ]);
    expect(shown[0]?.sitekey).toBe('our-pages');
  });
});

describe('where a captcha is configured', () => {
  test.each([
    [288, 'compact'],
    [328, 'normal'],
  ])('a page with %d px of room for it gets its %s face', async (room, size) => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(function read(
      this: HTMLElement,
    ) {
      return this.childElementCount === 0 ? 0 : room;
    });
    serveScript('turnstile');
    serveAuth('turnstile');
    await open('/login');
    await waitFor(() => expect(shown).toHaveLength(1));
    expect(shown[0]?.size).toBe(size);
  });

  test('a forgotten password brings one', async () => {
    serveScript('turnstile');
    serveAuth('turnstile');
    await open('/forgot-password');
    await type('Email', 'asha@example.in');
    await press('Send the link');
    await waitFor(() => expect(tokenOf('/auth/v1/recover')).toHaveLength(1));
    expect(tokenOf('/auth/v1/recover')[0]).toMatch(/^person-/);
  });

  test('a code by SMS brings one', async () => {
    serveScript('turnstile');
    serveAuth('turnstile');
    await open('/login');
    await press('Use mobile OTP');
    await type('Mobile number', '9876543210');
    await press('Send OTP');
    await waitFor(() => expect(tokenOf('/auth/v1/otp')).toHaveLength(1));
    expect(tokenOf('/auth/v1/otp')[0]).toMatch(/^person-/);
  });

  test('a sign-up by email brings one', async () => {
    serveScript('turnstile');
    serveAuth('turnstile');
    await open('/signup');
    await type('Email', 'asha@example.in');
    await type('Password', 'a quiet river stone');
    await type('Confirm Password', 'a quiet river stone');
    await userEvent.click(await screen.findByRole('checkbox', { name: /agree/i }));
    await press('Create Account');
    await waitFor(() => expect(tokenOf('/auth/v1/signup')).toHaveLength(1));
    expect(tokenOf('/auth/v1/signup')[0]).toMatch(/^person-/);
  });

  test('the form says what it waits for until a person answered', async () => {
    let isAnswering = false;
    serveScript('turnstile', () => isAnswering);
    serveAuth('turnstile');
    await open('/login');
    await type('Email', 'asha@example.in');
    await type('Password', 'a quiet river stone');
    await waitFor(() => expect(shown).not.toHaveLength(0));
    await press('Log In');
    expect(await screen.findByRole('button', { name: 'Logging in...' })).toBeDefined();
    expect(await screen.findByText('Answer this first; then it goes on by itself.')).toBeDefined();
    expect(tokenOf('/auth/v1/token')).toEqual([]);
    isAnswering = true;
    shown[0]!.callback('a late person');
    await waitFor(() => expect(tokenOf('/auth/v1/token')).toEqual(['a late person']));
    expect(screen.queryByText('Answer this first; then it goes on by itself.')).toBeNull();
  });
});

test('where none is configured no script is loaded and nothing more is sent', async () => {
  serveAuth(undefined);
  await open('/login');
  await type('Email', 'asha@example.in');
  await type('Password', 'a quiet river stone');
  await press('Log In');
  await waitFor(() => expect(tokenOf('/auth/v1/token')).toEqual([undefined]));
  expect(scripts()).toEqual([]);
});
