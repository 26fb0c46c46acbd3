// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { auth } from '../../lib/auth.ts';
import { LanguageProvider } from '../../lib/i18n.tsx';
import { createQueryClient } from '../../lib/query-client.ts';
import { toast, Toaster } from '../../ui/toast.tsx';
// The page fetches the list of toasts when it is idle; here it is compiled beforehand.
import '../../ui/toast-list.tsx';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}
type Answers = Record<string, (body: Record<string, unknown>) => readonly [number, unknown]>;

let sent: Sent[] = [];

/** The network is the outside world: each test says what the auth service answers. */
function service(answers: Answers): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input instanceof Request ? input.url : input), 'http://localhost');
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
    sent.push({ method: init?.method ?? 'GET', path: url.pathname, body });
    const [status, answer] = answers[url.pathname]?.(body) ?? [404, {}];
    return Promise.resolve(
      new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } }),
    );
  });
}

const user = {
  id: '0192ab34-0000-7000-8000-000000000001',
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
};
function session() {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  const now = Math.floor(Date.now() / 1000);
  const token = `${part({ alg: 'HS256' })}.${part({ sub: user.id, exp: now + 3600 })}.x`;
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: now + 3600,
    refresh_token: 'r',
    user,
  };
}
const me = (onboardingComplete: boolean): Answers => ({ '/api/v1/me': () => [200, { onboardingComplete }] });

async function open(path: string) {
  const place = (name: string) => ({ path: name, element: <p>at {name}</p> });
  const routes: RouteObject[] = [
    { path: '/login', lazy: () => import('./login.tsx') },
    { path: '/signup', lazy: () => import('./signup.tsx') },
    { path: '/forgot-password', lazy: () => import('./forgot-password.tsx') },
    place('/onboarding'),
    place('/new-password'),
    place('/dashboard'),
    place('/dashboard/rewards'),
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <LanguageProvider initial="en">
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
        <Toaster label="Messages" closeLabel="Close" />
      </QueryClientProvider>
    </LanguageProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = (label: string, text: string) =>
  userEvent.type(screen.getByLabelText(label, { selector: ':not([hidden] *)' }), text);

beforeEach(() => {
  sent = [];
  service({});
});
afterEach(async () => {
  cleanup();
  toast.dismissAll();
  service({ '/auth/v1/logout': () => [204, null] });
  await auth.signOut({ scope: 'local' });
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('log in', () => {
  test('asks for both fields and says which is missing', async () => {
    await open('/login');
    await press('Log In');
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      'There is a problemEnter your emailEnter your password',
    );
    expect(sent).toEqual([]);
  });

  test('shows the toast of the specification and goes to the dashboard', async () => {
    service({ '/auth/v1/token': () => [200, session()] });
    await open('/login');
    await type('Email', 'asha@example.in');
    await type('Password', 'correct horse');
    await press('Log In');
    expect(await screen.findByText('at /dashboard')).toBeDefined();
    expect(await screen.findByText('Login Successful')).toBeDefined();
    expect(screen.getByText('Welcome back to Mohlat!')).toBeDefined();
    expect(sent[0]?.body).toMatchObject({ email: 'asha@example.in', password: 'correct horse' });
  });

  test('returns to where the person wanted to be, and nowhere else', async () => {
    service({ '/auth/v1/token': () => [200, session()] });
    await open('/login?next=%2Fdashboard%2Frewards');
    await type('Email', 'asha@example.in');
    await type('Password', 'x');
    await press('Log In');
    expect(await screen.findByText('at /dashboard/rewards')).toBeDefined();
  });

  test('a refusal stands on the page as well as in the toast, and keeps what was typed', async () => {
    service({
      '/auth/v1/token': () => [400, { error_code: 'invalid_credentials', msg: 'Invalid login credentials' }],
    });
    await open('/login');
    await type('Email', 'asha@example.in');
    await type('Password', 'wrong');
    await press('Log In');
    expect((await screen.findByRole('alert')).textContent).toBe('Login FailedInvalid login credentials');
    expect(screen.getAllByText('Invalid login credentials')).toHaveLength(2);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.in');
  });

  test('a mobile log-in never makes an account and never tells whether there is one', async () => {
    service({
      '/auth/v1/otp': () => [422, { error_code: 'otp_disabled', msg: 'Signups not allowed for otp' }],
    });
    await open('/login');
    await press('Use mobile OTP');
    await type('Mobile number', '98765 43210');
    await press('Send OTP');
    expect(await screen.findByLabelText('Enter the 6-digit code')).toBeDefined();
    expect(screen.getByText(/If \+91 98765 43210 has an account/)).toBeDefined();
    expect(sent[0]?.body).toMatchObject({ phone: '+919876543210', create_user: false });
  });
});

describe('sign up by email', () => {
  async function fill(password: string, again: string, isAgreed: boolean) {
    const panel = screen.getByRole('tabpanel', { name: 'Sign up by' });
    const [first, second] = panel.querySelectorAll<HTMLInputElement>('input[type=password]');
    if (!first || !second) throw new Error('no password fields');
    await userEvent.type(screen.getByLabelText('Email', { selector: 'input' }), 'asha@example.in');
    await userEvent.type(first, password);
    await userEvent.type(second, again);
    const box = panel.querySelector<HTMLInputElement>('input[type=checkbox]');
    if (isAgreed && box) await userEvent.click(box);
    await press('Create Account');
  }

  test('two different passwords are told in the words of the specification', async () => {
    await open('/signup');
    await fill('one password', 'another', true);
    expect(await screen.findByText('Passwords do not match')).toBeDefined();
    expect(screen.getAllByText('Please ensure both passwords are the same').length).toBeGreaterThan(1);
    expect(sent).toEqual([]);
  });

  test('the terms must be agreed to, and are not ticked beforehand', async () => {
    await open('/signup');
    await fill('one password', 'one password', false);
    expect(
      (await screen.findAllByText('Please agree to the terms and conditions to continue')).length,
    ).toBeGreaterThan(1);
    expect(sent).toEqual([]);
  });

  test('success says to check the mail and leads to the log-in page, with the friend’s code sent along', async () => {
    service({ '/auth/v1/signup': () => [200, { ...user, identities: [] }] });
    await open('/signup?ref=ABCD1234');
    expect(screen.getByText('You were invited with code ABCD1234.')).toBeDefined();
    await fill('one password', 'one password', true);
    expect(await screen.findByText('Signup Successful')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
    expect(sent[0]?.body).toMatchObject({ email: 'asha@example.in', data: { ref: 'ABCD1234' } });
  });

  test('the code of the mail confirms the address where the person is', async () => {
    service({
      '/auth/v1/signup': () => [200, { ...user, identities: [] }],
      '/auth/v1/verify': () => [200, session()],
      ...me(false),
    });
    await open('/signup');
    await fill('one password', 'one password', true);
    expect(await screen.findByText('Check your email')).toBeDefined();
    expect(screen.getByText(/We sent a mail to asha@example.in/)).toBeDefined();
    expect(screen.getByRole('button', { name: /^Send the mail again in/ })).toHaveProperty('disabled', true);
    await userEvent.type(screen.getByLabelText('Enter the 6-digit code'), '828905');
    expect(await screen.findByText('at /onboarding')).toBeDefined();
    expect(await screen.findByText('Your email is confirmed')).toBeDefined();
    const verify = sent.find((request) => request.path === '/auth/v1/verify');
    expect(verify?.body).toMatchObject({ email: 'asha@example.in', token: '828905', type: 'email' });
  });

  test('whoever asks for the mail again at the log-in gets the field for its code', async () => {
    service({
      '/auth/v1/token': () => [400, { error_code: 'email_not_confirmed', msg: 'Email not confirmed' }],
      '/auth/v1/resend': () => [200, {}],
    });
    await open('/login');
    await type('Email', 'asha@example.in');
    await type('Password', 'correct horse');
    await press('Log In');
    expect(screen.queryByLabelText('Enter the 6-digit code')).toBeNull();
    await press('Send the confirmation mail again');
    expect(await screen.findByLabelText('Enter the 6-digit code')).toBeDefined();
    expect(screen.getByText('A new confirmation mail is on its way.')).toBeDefined();
  });

  test('a wrong code of the mail is told, and the log-in stays beside it', async () => {
    const wrong = { error_code: 'otp_expired', msg: 'Token has expired or is invalid' };
    service({
      '/auth/v1/signup': () => [200, { ...user, identities: [] }],
      '/auth/v1/verify': () => [403, wrong],
    });
    await open('/signup');
    await fill('one password', 'one password', true);
    await userEvent.type(await screen.findByLabelText('Enter the 6-digit code'), '111111');
    expect((await screen.findAllByText(/The code is wrong or has expired/)).length).toBeGreaterThan(1);
    expect(screen.getByRole('button', { name: 'Log In' })).toBeDefined();
  });

  test('a weak password is refused with its reasons', async () => {
    const weak = {
      error_code: 'weak_password',
      msg: 'Password should be at least 8 characters.',
      weak_password: { reasons: ['length'] },
    };
    service({ '/auth/v1/signup': () => [422, weak] });
    await open('/signup');
    await fill('short', 'short', true);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Signup FailedPassword should be at least 8 characters. It is too short.',
    );
  });
});

describe('sign up by mobile', () => {
  async function toCode() {
    await open('/signup');
    await userEvent.click(screen.getByRole('tab', { name: 'Mobile' }));
    await type('Mobile number', '9876543210');
    await userEvent.click(screen.getByRole('checkbox'));
    await press('Send OTP');
    return screen.findByLabelText('Enter the 6-digit code');
  }

  test('wants ten digits and the terms before a code is sent', async () => {
    await open('/signup');
    await userEvent.click(screen.getByRole('tab', { name: 'Mobile' }));
    await type('Mobile number', '98765');
    await press('Send OTP');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'There is a problemEnter a 10-digit Indian mobile numberPlease agree to the terms and conditions to continue',
    );
    expect(sent).toEqual([]);
  });

  test('a short code is told in the words of the specification', async () => {
    service({ '/auth/v1/otp': () => [200, {}] });
    await userEvent.type(await toCode(), '123');
    await press('Verify');
    expect((await screen.findAllByText('Please enter a valid 6-digit OTP')).length).toBeGreaterThan(0);
    expect(sent.some((request) => request.path === '/auth/v1/verify')).toBe(false);
  });

  test('the right code leads to onboarding', async () => {
    service({ '/auth/v1/otp': () => [200, {}], '/auth/v1/verify': () => [200, session()], ...me(false) });
    await userEvent.type(await toCode(), '123456');
    expect(await screen.findByText('at /onboarding')).toBeDefined();
    expect(await screen.findByText('Mobile Verified')).toBeDefined();
    const verify = sent.find((request) => request.path === '/auth/v1/verify');
    expect(verify?.body).toMatchObject({ phone: '+919876543210', token: '123456', type: 'sms' });
  });

  test('somebody whose onboarding is complete goes to the dashboard', async () => {
    service({ '/auth/v1/otp': () => [200, {}], '/auth/v1/verify': () => [200, session()], ...me(true) });
    await userEvent.type(await toCode(), '123456');
    expect(await screen.findByText('at /dashboard')).toBeDefined();
  });

  test('a wrong code keeps the page, and the number can be changed', async () => {
    const wrong = { error_code: 'otp_expired', msg: 'Token has expired or is invalid' };
    service({ '/auth/v1/otp': () => [200, {}], '/auth/v1/verify': () => [403, wrong] });
    await userEvent.type(await toCode(), '123456');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Invalid OTP/);
    await press('Change Number');
    expect(screen.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('98765 43210');
  });
});

describe('forgotten password', () => {
  test('answers the same whether the address is known or not', async () => {
    service({ '/auth/v1/recover': () => [200, {}] });
    await open('/forgot-password');
    await type('Email', 'asha@example.in');
    await press('Send the link');
    expect((await screen.findByRole('status')).textContent).toMatch(/If asha@example.in has an account/);
  });

  test('the code of the mail leads to the choice of a new password', async () => {
    service({ '/auth/v1/recover': () => [200, {}], '/auth/v1/verify': () => [200, session()] });
    await open('/forgot-password');
    await type('Email', 'asha@example.in');
    await press('Send the link');
    await userEvent.type(await screen.findByLabelText('Enter the 6-digit code'), '828905');
    expect(await screen.findByText('at /new-password')).toBeDefined();
    const verify = sent.find((request) => request.path === '/auth/v1/verify');
    expect(verify?.body).toMatchObject({ email: 'asha@example.in', token: '828905', type: 'recovery' });
  });
});
