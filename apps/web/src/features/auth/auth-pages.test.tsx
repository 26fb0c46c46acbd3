// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { sampleSession } from '../../../test/session.ts';
import { auth } from '../../lib/auth-client.ts';
import { toast } from '../../ui/toast.tsx';

const SCREENS = {
  '/login': () => import('./login/login.tsx'),
  '/signup': () => import('./signup/signup.tsx'),
};

async function open(path: keyof typeof SCREENS, answers: Answers = {}, search = '') {
  const network = stubNetwork(answers);
  const children = [{ path, lazy: SCREENS[path] }];
  const { router } = await openScreen(
    { HydrateFallback: () => null, lazy: () => import('../../shell/auth-layout.tsx'), children },
    path + search,
  );
  await screen.findByRole('heading', { level: 1 });
  return { ...network, router };
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label, { selector: ':not([hidden] *)' }), text);
const linkTo = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');

afterEach(async () => {
  cleanup();
  toast.dismissAll();
  stubNetwork({ 'POST /auth/v1/logout': [204, null] });
  await auth.signOut({ scope: 'local' });
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('the log-in page', () => {
  test('SPEC-2.auth-layout: leads to a forgotten password and to the sign-up, in the layout of both', async () => {
    await open('/login');
    expect(linkTo('Forgot Password?')).toBe('/forgot-password');
    expect(linkTo('Sign Up')).toBe('/signup');
    expect(screen.getByLabelText('What to expect')).toBeDefined();
    cleanup();
    await open('/signup');
    expect(screen.getByLabelText('What to expect')).toBeDefined();
  });

  test('says Logging in... until the service has answered', async () => {
    let answer: (response: Response) => void = () => undefined;
    await open('/login');
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
    await type('Email', 'asha@example.in');
    await type('Password', 'a quiet river stone');
    await press('Log In');
    expect(await screen.findByRole('button', { name: 'Logging in...' })).toBeDefined();
    answer(Response.json(sampleSession(Date.now())));
    expect(await screen.findByText('Login Successful')).toBeDefined();
  });
});

/** A session whose account has these marks. */
function sessionOf(marks: object) {
  const session = sampleSession(Date.now());
  return { ...session, user: { ...session.user, app_metadata: marks } };
}

describe('the way on from a log-in', () => {
  test.each([
    ['staff', { is_admin: true }, '', '/admin'],
    ['staff who wanted a page', { is_admin: true }, '?next=%2Fdashboard%2Frewards', '/dashboard/rewards'],
    ['a person', {}, '', '/dashboard'],
    ['a mark that is no yes', { is_admin: 'true' }, '', '/dashboard'],
  ])('given %s, when logged in, then it leads on: %j%s to %s', async (_, marks, search, address) => {
    const { router } = await open('/login', {}, search);
    stubNetwork({ 'POST /auth/v1/token': [200, sessionOf(marks)] });
    await type('Email', 'asha@example.in');
    await type('Password', 'a quiet river stone');
    await press('Log In');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe(address));
  });
});

describe('the sign-up page', () => {
  test('SPEC-2.signup-tabs, SPEC-2.signup-links, SPEC-5.password-hint: has its heading, both tabs and its links', async () => {
    await open('/signup');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create Your Account');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Email', 'Mobile']);
    expect(linkTo('Terms and Conditions')).toBe('/terms');
    expect(linkTo('Privacy Policy')).toBe('/privacy');
    expect(linkTo('Log In')).toBe('/login');
    expect(screen.getByText('At least 8 characters')).toBeDefined();
  });

  test('SPEC-5.signup-required: names every field that is missing, and the terms in a message of their own', async () => {
    const { sent } = await open('/signup');
    await press('Create Account');
    const summary = within(await screen.findByRole('alert'));
    for (const sentence of ['Enter your email', 'Enter your password', 'Enter the password again'])
      expect(summary.getByText(sentence)).toBeDefined();
    const messages = within(screen.getByRole('region', { name: /Messages/ }));
    expect(await messages.findByText('Terms and Conditions')).toBeDefined();
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('asks to confirm the mail once the account is made', async () => {
    const made = { id: 'u1', aud: 'authenticated', app_metadata: {}, user_metadata: {}, identities: [] };
    await open('/signup', { 'POST /auth/v1/signup': [200, made] });
    await type('Email', 'asha@example.in');
    await type('Password', 'a quiet river stone');
    await type('Confirm Password', 'a quiet river stone');
    await userEvent.click(screen.getByRole('checkbox'));
    await press('Create Account');
    expect(await screen.findByText('Signup Successful')).toBeDefined();
    expect(await screen.findByText('Please check your email to confirm your account.')).toBeDefined();
  });

  test('given a code was sent, a reload asks for it, and its wait goes on', async () => {
    await open('/signup', { 'POST /auth/v1/otp': [200, {}] });
    await userEvent.click(screen.getByRole('tab', { name: 'Mobile' }));
    await type('Mobile number', '9876543210');
    await userEvent.click(screen.getByRole('checkbox'));
    await press('Send OTP');
    await screen.findByLabelText('Enter the 6-digit code');
    cleanup();
    await open('/signup');
    expect(await screen.findByLabelText('Enter the 6-digit code')).toBeDefined();
    expect(screen.getByRole('button', { name: /^Resend OTP/ })).toHaveProperty('disabled', true);
    await press('Change Number');
    cleanup();
    await open('/signup');
    expect(screen.getByRole('tab', { name: 'Email' }).getAttribute('aria-selected')).toBe('true');
  });

  test('SPEC-4.otp-entry: sends a code, lets it be sent again, and welcomes the person who types it', async () => {
    await open('/signup', {
      'POST /auth/v1/otp': [200, {}],
      'POST /auth/v1/verify': [200, sampleSession(Date.now())],
      'GET /me': [200, { onboardingComplete: false }],
    });
    await userEvent.click(screen.getByRole('tab', { name: 'Mobile' }));
    await type('Mobile number', '9876543210');
    await userEvent.click(screen.getByRole('checkbox'));
    await press('Send OTP');
    expect(await screen.findByText('OTP Sent')).toBeDefined();
    expect(await screen.findByRole('button', { name: /^Resend OTP/ })).toHaveProperty('disabled', true);
    expect(screen.getAllByText(/6-digit code/).length).toBeGreaterThan(1);
    await userEvent.type(screen.getByLabelText('Enter the 6-digit code'), '123456');
    expect(await screen.findByText('Mobile Verified')).toBeDefined();
    expect(await screen.findByText("Welcome! Let's complete your profile.")).toBeDefined();
  });
});
