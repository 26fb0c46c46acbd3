// @vitest-environment jsdom
import { act, cleanup, fireEvent, renderHook, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Answers } from '../../../test/network.ts';
import { answerSecondFactor, useSecondFactorAsked } from '../../lib/step-up.ts';
import { apart, app, device, identity, open, passkey, PATH, session, userOf } from './security.testing.tsx';

apart();

describe('the security page', () => {
  test('without a second step offers one, and speaks of no recovery codes', async () => {
    await open([]);
    expect(await screen.findByRole('button', { name: 'Set up authenticator app' })).toBeDefined();
    expect(screen.getByText('Off')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Recovery codes' })).toBeNull();
  });

  test('with one says so, and how many recovery codes are left', async () => {
    await open([app]);
    expect(await screen.findByText('7 of 10 left')).toBeDefined();
    expect(screen.getByText('On')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Remove Authenticator app' })).toBeDefined();
  });

  test('says what removing the only factor means, and another thing where one is left', async () => {
    await open([app, passkey]);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Authenticator app' }));
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'will ask for your other second step instead',
    );
  });

  test('removes nothing where the second step is not shown again', async () => {
    const { sent } = await open([app]);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Authenticator app' }));
    const dialog = within(await screen.findByRole('dialog'));
    // No dialog asks for the second step, because this screen renders without the shell.
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  test('cannot be set up long after the log-in, and says what to do', async () => {
    const tooOld = [400, { code: 400, error_code: 'reauthentication_needed', msg: 'old' }] as const;
    await open([], { 'POST /auth/v1/factors': tooOld });
    await userEvent.click(await screen.findByRole('button', { name: 'Set up authenticator app' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(/Log out, log in again/)).toBeDefined();
  });

  test('cannot be set up while the account waits for its owner, and says what to do', async () => {
    const guarded = [403, { code: 403, error_code: 'account_guarded', msg: 'first' }] as const;
    await open([], { 'POST /auth/v1/factors': guarded });
    await userEvent.click(await screen.findByRole('button', { name: 'Set up authenticator app' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/Choose a new password first/)).toBeDefined();
    expect(dialog.queryByText(/Log out, log in again/)).toBeNull();
  });

  test('asks for the second step where it was shown long ago, and then goes on with what was meant', async () => {
    const tooOld = [403, { code: 403, error_code: 'insufficient_aal', msg: 'again' }] as const;
    const totp = { qr_code: '<svg/>', secret: 'ABCDEFGH', uri: 'otpauth://totp/x' };
    const begun = [200, { id: 'f3', type: 'totp', friendly_name: '', totp }] as const;
    const { sent } = await open([passkey], { 'POST /auth/v1/factors': [tooOld, begun] });
    const asked = renderHook(() => useSecondFactorAsked());
    await userEvent.click(await screen.findByRole('button', { name: 'Set up authenticator app' }));
    await vi.waitFor(() => expect(asked.result.current).toBe(true));
    act(() => answerSecondFactor('Log in again'));
    expect(await screen.findByText('ABCD EFGH')).toBeDefined();
    expect(sent.filter(({ path }) => path === '/auth/v1/factors')).toHaveLength(2);
    // A second code is complete before the first one is answered.
    const code = screen.getByLabelText('2. Enter the six digits it shows');
    fireEvent.change(code, { target: { value: '123456' } });
    fireEvent.change(code, { target: { value: '654321' } });
    await vi.waitFor(() => expect(sent.some(({ path }) => path.endsWith('/challenge'))).toBe(true));
    expect(sent.filter(({ path }) => path.endsWith('/challenge'))).toHaveLength(1);
  });

  test('cannot be shown: says so and tries again', async () => {
    const { answers } = await open([], { 'GET /auth/v1/user': [400, { code: 400, msg: 'no' }] });
    expect((await screen.findAllByText(/^Opening a page never moves money/)).length).toBeGreaterThan(0);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    answers['GET /auth/v1/user'] = [200, userOf([])];
    await userEvent.click(retry);
    expect(await screen.findByRole('heading', { name: 'Password' })).toBeDefined();
  });
});

describe('devices', () => {
  test('carry the names they gave; one is this one; another is logged out and leaves the list', async () => {
    const other = { ...device, id: 's2', browser: null, system: null, isCurrent: false };
    const { answers } = await open([], {
      'GET /me/sessions': [200, { items: [device, other], leftOutCount: 0 }],
      'DELETE /me/sessions/s2': [204, null],
    });
    expect(await screen.findByText('Chrome on Android')).toBeDefined();
    expect(screen.getByText('This device')).toBeDefined();
    answers['GET /me/sessions'] = [200, { items: [device], leftOutCount: 0 }];
    await userEvent.click(screen.getByRole('button', { name: /^Log out Unknown device/ }));
    expect(await screen.findByText('Device logged out')).toBeDefined();
    await vi.waitFor(() => expect(screen.queryByText('Unknown device')).toBeNull());
  });

  test('that are not listed are counted, and logged out with all others', async () => {
    await open([], { 'GET /me/sessions': [200, { items: [device], leftOutCount: 13 }] });
    expect(await screen.findByText(/^13 more devices, used longer ago, are logged in/)).toBeDefined();
  });

  test('that cannot be listed can be logged out all the same', async () => {
    await open([], { 'GET /me/sessions': new TypeError('lost') });
    expect(await screen.findByText('Your devices could not be shown')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Log out everywhere' })).toBeDefined();
  });
});

describe('a code by SMS as the second step', () => {
  const OFFERED: Answers = { 'GET /auth/v1/settings': [200, { mfa_factors: ['totp', 'webauthn', 'phone'] }] };
  const number = { ...app, id: 'f3', factor_type: 'phone', phone: '919812345678' };

  test('is offered only where the service sends codes to numbers', async () => {
    await open([], { 'GET /auth/v1/settings': [200, { mfa_factors: ['totp'] }] });
    await screen.findByRole('button', { name: 'Set up authenticator app' });
    expect(screen.queryByText('Code by SMS')).toBeNull();
    cleanup();
    await open([], OFFERED);
    expect(await screen.findByRole('button', { name: 'Set up code by SMS' })).toBeDefined();
  });

  test('counts once the code that was sent came back, and brings recovery codes', async () => {
    const codes = Array.from({ length: 10 }, (_, index) => `abcdefghjkmnpqr${index}`);
    const { sent, answers } = await open([], {
      ...OFFERED,
      'POST /auth/v1/factors': [200, { id: 'f3', type: 'phone', phone: '919812345678' }],
      'POST /auth/v1/factors/f3/challenge': [200, { id: 'c1', type: 'phone', expires_at: 2_000_000_000 }],
      'POST /auth/v1/factors/f3/verify': [
        422,
        { code: 422, error_code: 'mfa_verification_failed', msg: 'no' },
      ],
      'POST /auth/v1/factors/recovery-codes': [200, { id: 'r', type: 'recovery_code', total: 10, codes }],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Set up code by SMS' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up code by SMS' }));
    await userEvent.type(dialog.getByLabelText('Mobile number'), '98123');
    await userEvent.click(dialog.getByRole('button', { name: 'Send the code' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('10-digit Indian mobile number');
    await userEvent.type(dialog.getByLabelText('Mobile number'), '45678');
    await userEvent.click(dialog.getByRole('button', { name: 'Send the code' }));
    const field = await dialog.findByLabelText('Enter the 6-digit code');
    expect(
      sent.find(({ path, method }) => method === 'POST' && path === '/auth/v1/factors')?.body,
    ).toMatchObject({
      factor_type: 'phone',
      phone: '+919812345678',
    });
    await userEvent.type(field, '111111');
    // Not the next one of an app: another SMS has to be asked for.
    expect((await dialog.findByRole('alert')).textContent).toContain('ask for a new one');
    answers['POST /auth/v1/factors/f3/verify'] = () => [200, session([number])];
    await userEvent.clear(field);
    await userEvent.type(field, '123456');
    expect(await screen.findByRole('heading', { name: 'Keep these recovery codes' })).toBeDefined();
  });

  test('is shown with its number and can be stopped, also where the service sends none any more', async () => {
    await open([number], { 'GET /auth/v1/settings': [200, { mfa_factors: ['totp'] }] });
    expect(await screen.findByText('Sent to +91 98123 45678 when you log in.')).toBeDefined();
    expect(screen.getByText('On')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Remove Code by SMS' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('password alone');
  });
});

describe('an account elsewhere', () => {
  const OFFERED: Answers = {
    'GET /auth/v1/settings': [200, { external: { email: true, google: true }, manual_linking_enabled: true }],
  };
  const begun = () =>
    sessionStorage.setItem(
      'mohlat-elsewhere',
      JSON.stringify({ provider: 'google', verifier: 'v'.repeat(64) }),
    );
  const back = (search: string, answers: Answers) => open([], { ...OFFERED, ...answers }, [], search);

  test('is offered where linking is on, and not the one that is linked', async () => {
    await open([], OFFERED);
    expect(await screen.findByRole('button', { name: 'Link Google' })).toBeDefined();
    cleanup();
    await open([], OFFERED, [identity('google', 'asha@gmail.com')]);
    expect(await screen.findByRole('button', { name: 'Unlink Google' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Link Google' })).toBeNull();
    cleanup();
    await open([], { 'GET /auth/v1/settings': [200, { external: { google: true } }] });
    await screen.findByRole('heading', { name: 'Ways to log in' });
    expect(screen.queryByRole('button', { name: /^Link/ })).toBeNull();
  });

  test('is asked for with a challenge, by this session, and to come back here', async () => {
    const { sent } = await open([], {
      ...OFFERED,
      'GET /auth/v1/user/identities/authorize': [200, { url: `http://localhost:3000${PATH}#there` }],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Link Google' }));
    await vi.waitFor(() =>
      expect(sent.some(({ path }) => path.includes('/identities/authorize'))).toBe(true),
    );
    const asked = sent.find(({ path }) => path.includes('/identities/authorize'));
    const query = new URLSearchParams(asked?.path.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      skip_http_redirect: 'true',
      provider: 'google',
      redirect_to: `${globalThis.location.origin}${PATH}`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 's256',
    });
    expect(asked?.headers.get('authorization')).toMatch(/^Bearer /);
    const kept = JSON.parse(sessionStorage.getItem('mohlat-elsewhere') ?? '{}') as Record<string, string>;
    expect(kept['verifier']).toMatch(/^[\w-]{64}$/);
    expect(asked?.path).not.toContain(kept['verifier']);
  });

  test('that cannot be linked so long after the log-in says what to do', async () => {
    await open([], {
      ...OFFERED,
      'GET /auth/v1/user/identities/authorize': [
        400,
        { code: 400, error_code: 'reauthentication_needed', msg: 'x' },
      ],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Link Google' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Log out, log in again, and link it then.',
    );
  });

  test('is linked when the code comes back to the browser that asked, once', async () => {
    begun();
    const { sent, router } = await back('?code=abc', {});
    expect(await screen.findByText('Google linked')).toBeDefined();
    expect(router.state.location.search).toBe('');
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { auth_code: 'abc', code_verifier: 'v'.repeat(64) },
    ]);
  });

  test('of a stranger’s code is not linked', async () => {
    const { sent, router } = await back('?code=abc', {});
    await vi.waitFor(() => expect(router.state.location.search).toBe(''));
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test.each([
    ['identity_already_exists', 'already opens a Mohlat account'],
    ['bad_oauth_callback', 'Nothing was linked; you can try again.'],
  ])('that was refused says why: %s', async (code, sentence) => {
    begun();
    await back(`?error=invalid_request&error_code=${code}`, {});
    await vi.waitFor(() => expect(document.activeElement?.textContent).toContain(sentence));
    // Heard by the focus it takes, and not once more.
    expect(screen.getAllByText(new RegExp(sentence))).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('whose code came too late says so', async () => {
    begun();
    let isFirst = true;
    await back('?code=abc', {
      'POST /auth/v1/token': () => {
        if (!isFirst) return [422, { code: 422, error_code: 'flow_state_expired', msg: 'late' }];
        isFirst = false;
        return [200, session([])];
      },
    });
    await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('That took too long.'));
  });
});

describe('a new password', () => {
  const save = async (current: string, next: string, again = next) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog'));
    if (current !== '') await userEvent.type(dialog.getByLabelText('Current password'), current);
    await userEvent.type(dialog.getByLabelText('New password'), next);
    await userEvent.type(dialog.getByLabelText('Confirm new password'), again);
    await userEvent.click(dialog.getByRole('button', { name: 'Save password' }));
    return dialog;
  };

  test('has to be typed alike twice', async () => {
    const { sent } = await open([]);
    const dialog = await save('old', 'a quiet river', 'a loud river');
    expect((await dialog.findByRole('alert')).textContent).toContain('both passwords are the same');
    expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
  });

  test('is refused with the service’s reasons', async () => {
    const weak = { code: 'weak_password', message: 'weak', weak_password: { reasons: ['pwned'] } };
    await open([], { 'PUT /auth/v1/user': [422, { ...weak, error_code: 'weak_password' }] });
    const dialog = await save('old', 'password1');
    expect((await dialog.findByRole('alert')).textContent).toContain('among the first that others would try');
  });

  test('asks for the code that was sent, where the log-in is old', async () => {
    const { sent, answers } = await open([], {
      'PUT /auth/v1/user': [400, { code: 400, error_code: 'reauthentication_needed', msg: 'needed' }],
      'GET /auth/v1/reauthenticate': [200, {}],
    });
    const dialog = await save('', 'a quiet river stone');
    const field = await dialog.findByLabelText('Code we sent you');
    answers['PUT /auth/v1/user'] = [200, userOf([])];
    await userEvent.type(field, '123456');
    await userEvent.click(dialog.getByRole('button', { name: 'Save password' }));
    expect(await screen.findByText('Password changed')).toBeDefined();
    expect(sent.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ nonce: '123456' });
  });

  test('sends the code again a minute later, in place of the wrong one', async () => {
    const { sent, answers } = await open([], {
      'PUT /auth/v1/user': [400, { code: 400, error_code: 'reauthentication_needed', msg: 'needed' }],
      'GET /auth/v1/reauthenticate': [200, {}],
    });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const asked = () => sent.filter(({ path }) => path === '/auth/v1/reauthenticate').length;
    const dialog = await save('', 'a quiet river stone');
    const field = await dialog.findByLabelText<HTMLInputElement>('Code we sent you');
    answers['PUT /auth/v1/user'] = [422, { code: 422, error_code: 'reauthentication_not_valid', msg: 'no' }];
    fireEvent.change(field, { target: { value: '123456' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save password' }));
    expect(await dialog.findByText('The code is wrong or has expired.')).toBeDefined();
    expect(dialog.getByRole('button', { name: /^Send the code again in/ })).toHaveProperty('disabled', true);
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    fireEvent.click(dialog.getByRole('button', { name: 'Send the code again' }));
    await vi.waitFor(() => expect(asked()).toBe(2));
    expect(await dialog.findByText('Enter the code we sent you.')).toBeDefined();
    expect(field.value).toBe('');
    answers['GET /auth/v1/reauthenticate'] = [
      429,
      { code: 429, error_code: 'over_email_send_rate_limit', msg: 'no' },
    ];
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    fireEvent.click(dialog.getByRole('button', { name: 'Send the code again' }));
    expect(await dialog.findByText(/No mail can be sent at the moment/)).toBeDefined();
  });
});
