// @vitest-environment jsdom
import { getMe, postIncomeEvidence } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answer, type Answers } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { ID, sampleMe } from '../../test/samples.ts';
import { Component as NewPassword } from '../features/auth/password/new-password.tsx';
import { Component as SecondFactor } from '../features/auth/login/second-factor.tsx';
import { call } from '../lib/api.ts';
import { auth } from '../lib/auth-client.ts';
import { ProblemError, errorText } from '../lib/problem.ts';
import { en as EN } from '../lib/second-factor.words.ts';
import { hi as HI } from '../lib/second-factor.words.hi.ts';
import { sendForm } from '../lib/send-form.ts';
import { toast } from '../ui/toast.tsx';
import { SessionKeeper } from './session-keeper.tsx';
// The dialog is fetched when it is asked for; here it is compiled beforehand.
import './step-up.tsx';

const AT = '2026-11-01T06:00:00Z';
const factor = (id: string, factor_type: string, friendly_name = '') => ({
  id,
  factor_type,
  status: 'verified',
  friendly_name,
  created_at: AT,
  updated_at: AT,
});
const APP = factor('f1', 'totp');
const CODES = factor('f9', 'recovery_code', 'Recovery codes');
const userOf = (factors: readonly object[]) => ({
  id: ID.user,
  aud: 'authenticated',
  email: 'asha@example.in',
  app_metadata: {},
  user_metadata: {},
  factors,
});

function session(aal: 'aal1' | 'aal2', factors: readonly object[]) {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return {
    access_token: `${part({ alg: 'HS256' })}.${part({ sub: ID.user, exp, aal })}.sign`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: exp,
    refresh_token: 'r',
    user: userOf(factors),
  };
}

const WRONG: Answer = [422, { code: 422, error_code: 'mfa_verification_failed', msg: 'wrong' }];
const LOCKED: Answer = [429, { code: 429, error_code: 'over_request_rate_limit', msg: 'wait' }];

async function logIn(factors: readonly object[], answers: Answers = {}) {
  const network = stubNetwork({
    'POST /auth/v1/token': () => [200, session('aal1', factors)],
    'GET /auth/v1/user': [200, userOf(factors)],
    'POST /auth/v1/factors/f1/challenge': [200, { id: 'c1', type: 'totp', expires_at: 2_000_000_000 }],
    'POST /auth/v1/factors/f1/verify': () => [200, session('aal2', factors)],
    'GET /me': [200, sampleMe()],
    ...answers,
  });
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
  return network;
}

beforeEach(() => localStorage.clear());
afterEach(async () => {
  toast.dismissAll();
  cleanup();
  stubNetwork({ 'POST /auth/v1/logout': [204, null] });
  await auth.signOut({ scope: 'local' });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the page of the second factor', () => {
  const open = async (factors: readonly object[], answers: Answers = {}) => {
    const network = await logIn(factors, answers);
    const path = '/second-factor?next=%2Fdashboard%2Frewards';
    const { router } = await openScreen({ path: '/second-factor', Component: SecondFactor }, path);
    return { ...network, router };
  };
  const code = () => screen.findByLabelText('Code from your authenticator app');

  test('takes the code with its last digit, and leads where the person wanted to be', async () => {
    const { router } = await open([APP]);
    await userEvent.type(await code(), '123456');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/rewards'));
    expect(await screen.findByText('Login Successful')).toBeDefined();
  });

  test('given a log-out that the server refuses, then it says so and does not go to the log-in', async () => {
    const { router } = await open([APP], {
      'POST /auth/v1/logout': [500, { error_code: 'x', msg: 'Not just now.' }],
    });
    await userEvent.click(await screen.findByRole('button', { name: EN.leave }));
    expect(await screen.findByText('Logout Failed')).toBeDefined();
    expect(screen.getByText('Not just now.')).toBeDefined();
    expect(router.state.location.pathname).toBe('/second-factor');
  });

  test('takes a pasted code with spaces', async () => {
    const { sent } = await open([APP]);
    (await code()).focus();
    await userEvent.paste('123 456');
    await vi.waitFor(() =>
      expect(sent.find(({ path }) => path.endsWith('/verify'))?.body).toMatchObject({ code: '123456' }),
    );
  });

  test('says that a code is wrong, then that there were too many', async () => {
    await open([APP], { 'POST /auth/v1/factors/f1/verify': [WRONG, LOCKED] });
    await userEvent.type(await code(), '000000');
    expect((await screen.findByRole('alert')).textContent).toContain('This code is not right');
    await userEvent.type(await code(), '000001');
    await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Wait five minutes'));
  });

  test('takes a recovery code instead', async () => {
    const { sent } = await open([APP, CODES], {
      'POST /auth/v1/factors/recovery-codes/verify': () => [200, session('aal2', [APP, CODES])],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Enter a recovery code');
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcd-efgh');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Login Successful')).toBeDefined();
    expect(sent.some(({ body }) => body['code'] === 'abcd-efgh')).toBe(true);
  });

  test('says that a way is closed for a day, and leaves the others open', async () => {
    const closed: Answer = [403, { code: 403, error_code: 'mfa_verification_rejected', msg: 'closed' }];
    await open([APP, CODES], { 'POST /auth/v1/factors/f1/challenge': closed });
    await userEvent.type(await code(), '000000');
    expect((await screen.findByRole('alert')).textContent).toContain('closed for a day');
    // The way is closed; the typed code is not at fault.
    expect(screen.getAllByText(/closed for a day/)).toHaveLength(1);
    expect((await code()).getAttribute('aria-invalid')).toBeNull();
    expect(screen.getByRole('button', { name: 'Use a recovery code' })).toBeDefined();
  });

  test('says where recovery codes still work when a password alone may try none', async () => {
    const closed: Answer = [403, { code: 403, error_code: 'mfa_verification_rejected', msg: 'closed' }];
    await open([APP, CODES], { 'POST /auth/v1/factors/recovery-codes/verify': closed });
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcd-efgh{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Log in by "Forgot Password?"');
  });

  test.each([
    [403, 'session_not_found', 'This log-in has ended. Log in again.'],
    [503, 'unexpected_failure', 'The service is not answering at the moment.'],
    [400, 'a_code_of_tomorrow', 'That did not work.'],
  ])('calls no unchecked code wrong: %i %s', async (status, error_code, sentence) => {
    await open([CODES], {
      'POST /auth/v1/factors/recovery-codes/verify': [status, { code: status, error_code, msg: 'raw words' }],
    });
    await userEvent.type(await screen.findByLabelText('Recovery code'), 'abcd-efgh{Enter}');
    const said = (await screen.findByRole('alert')).textContent;
    expect(said).toContain(sentence);
    expect(said).not.toContain('raw words');
  });

  describe('with a code by SMS', () => {
    const NUMBER = { ...factor('f3', 'phone'), phone: '919812345678' };
    const asked = (id: string): Answer => [200, { id, type: 'phone', expires_at: 2_000_000_000 }];
    const offered: Answers = {
      'GET /auth/v1/settings': [200, { mfa_factors: ['totp', 'phone'] }],
      'POST /auth/v1/factors/f3/challenge': asked('c1'),
      'POST /auth/v1/factors/f3/verify': [WRONG, [200, session('aal2', [NUMBER])]],
    };

    test('sends it when it is asked for, and takes it with its last digit', async () => {
      const { sent, router } = await open([NUMBER], offered);
      const send = await screen.findByRole('button', { name: 'Send the code' });
      expect(screen.getByText(/your mobile ending in 5678/)).toBeDefined();
      expect(sent.some(({ path }) => path.endsWith('/challenge'))).toBe(false);
      await userEvent.click(send);
      const field = await screen.findByLabelText('Enter the 6-digit code');
      await userEvent.type(field, '111111');
      expect((await screen.findByRole('alert')).textContent).toContain('or has expired');
      await userEvent.clear(field);
      await userEvent.type(field, '123456');
      await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/rewards'));
      expect(sent.findLast(({ path }) => path.endsWith('/verify'))?.body).toMatchObject({
        challenge_id: 'c1',
        code: '123456',
      });
    });

    test('asks for no further code when the number is closed for a day', async () => {
      const closed: Answer = [403, { code: 403, error_code: 'mfa_verification_rejected', msg: 'closed' }];
      await open([NUMBER, CODES], { ...offered, 'POST /auth/v1/factors/f3/verify': closed });
      await userEvent.click(await screen.findByRole('button', { name: 'Send the code' }));
      await userEvent.type(await screen.findByLabelText('Enter the 6-digit code'), '111111');
      const said = await screen.findByRole('alert');
      expect(said.textContent).toContain('Not confirmed');
      expect(screen.getAllByText(/closed for a day/)).toHaveLength(1);
      expect(screen.queryByLabelText('Enter the 6-digit code')).toBeNull();
      expect(screen.queryByText('Invalid OTP')).toBeNull();
    });

    test('says why none was sent', async () => {
      await open([NUMBER], {
        ...offered,
        'POST /auth/v1/factors/f3/challenge': [
          429,
          { code: 429, error_code: 'over_sms_send_rate_limit', msg: 'wait' },
        ],
      });
      await userEvent.click(await screen.findByRole('button', { name: 'Send the code' }));
      expect((await screen.findByRole('alert')).textContent).toContain('No code can be sent at the moment');
    });

    test('is no way in where the service sends none, and comes after an app and a passkey', async () => {
      await open([NUMBER, APP], { ...offered, 'GET /auth/v1/settings': [200, { mfa_factors: ['totp'] }] });
      await code();
      expect(screen.queryByRole('button', { name: /mobile ending in/ })).toBeNull();
      cleanup();
      await open([NUMBER, APP], offered);
      await code();
      expect(screen.getByRole('button', { name: 'Send a code to the mobile ending in 5678' })).toBeDefined();
    });
  });

  test('comes before a new password too: a mailbox alone is not enough', async () => {
    await logIn([APP]);
    const { router } = await openScreen({ path: '/new-password', Component: NewPassword }, '/new-password');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/second-factor'));
    expect(router.state.location.search).toBe('?next=%2Fnew-password');
  });

  test('tells who has none how to get one', async () => {
    await open([]);
    expect(await screen.findByRole('link', { name: 'Set up a second step' })).toBeDefined();
  });
});

describe('a call that wants the second factor', () => {
  function Screen() {
    const [said, setSaid] = useState('');
    const ask = () =>
      call(getMe, {}).then(
        () => setSaid('answered'),
        (error: unknown) => setSaid(error instanceof ProblemError ? error.code : 'lost'),
      );
    return (
      <>
        <button onClick={() => void ask()}>Ask</button>
        <p>{said}</p>
        <SessionKeeper />
      </>
    );
  }
  const needed = problem(403, 'step_up_required', 'Confirm again.');
  const ask = async (answers: Answers) => {
    const network = await logIn([APP], answers);
    await openScreen({ path: '/dashboard', Component: Screen }, '/dashboard');
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
    return { ...network, dialog: within(await screen.findByRole('dialog', { name: 'One more step' })) };
  };

  test('is sent once more when it was shown', async () => {
    const { dialog } = await ask({ 'GET /me': [needed, [200, sampleMe()]] });
    await userEvent.type(await dialog.findByLabelText('Code from your authenticator app'), '123456');
    expect(await screen.findByText('answered')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('fails with its own words when the person would rather not', async () => {
    const { dialog } = await ask({ 'GET /me': needed });
    await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
    expect(await screen.findByText('step_up_required')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['en', EN, /Log out and log in again with it/],
    ['hi', HI, /लॉग आउट करें और इसी के साथ फिर लॉग इन करें/],
  ] as const)(
    'says in %s to log in again when the factor shown does not count yet',
    async (language, dialogWords, words) => {
      function Telling() {
        const [said, setSaid] = useState('');
        const send = () => call(getMe, {}).catch((error: unknown) => setSaid(errorText(error, language)));
        return (
          <>
            <button onClick={() => void send()}>Ask</button>
            <p>{said}</p>
            <SessionKeeper />
          </>
        );
      }
      await logIn([APP], { 'GET /me': needed });
      await openScreen({ path: '/dashboard', Component: Telling }, '/dashboard', language);
      await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
      const dialog = within(await screen.findByRole('dialog', { name: dialogWords.title }));
      await userEvent.type(await dialog.findByLabelText(dialogWords.appCode), '123456');
      expect(await screen.findByText(words)).toBeDefined();
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  test('is asked for by an upload too, which is sent once more', async () => {
    function Upload() {
      const [said, setSaid] = useState('');
      const send = () => sendForm(postIncomeEvidence, new FormData());
      return (
        <>
          <button onClick={() => void send().then(({ id }) => setSaid(`stored ${id}`))}>Send</button>
          <p>{said}</p>
          <SessionKeeper />
        </>
      );
    }
    const { sent } = await logIn([APP], { 'POST /credit/income-evidence': [needed, [201, { id: 'e1' }]] });
    await openScreen({ path: '/dashboard', Component: Upload }, '/dashboard');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'One more step' }));
    await userEvent.type(await dialog.findByLabelText('Code from your authenticator app'), '123456');
    expect(await screen.findByText('stored e1')).toBeDefined();
    const uploads = sent.filter(({ path }) => path === '/credit/income-evidence');
    expect(uploads).toHaveLength(2);
    // The second one goes with the token that has shown it.
    expect(new Set(uploads.map(({ headers }) => headers.get('authorization'))).size).toBe(2);
  });
});
