// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { holdNetwork, problem, stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, sampleKyc, sampleMe } from '../../../../test/samples.ts';
import { auth } from '../../../lib/auth-client.ts';
import { toast } from '../../../ui/toast.tsx';
import { Component as Profile } from './profile.tsx';

const user = { id: ID.user, aud: 'authenticated', phone: '919876543210', email: 'asha@example.in' };

function session(of: object = user) {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return {
    access_token: `${part({ alg: 'HS256' })}.${part({ sub: user.id, exp })}.sign`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: exp,
    refresh_token: 'r',
    user: of,
  };
}

const ASKED = () => sampleMe({ pendingContact: { email: null, mobile: '+919123456789' } });

async function changeNumber(answers: Answers, address = '/dashboard/profile') {
  const network = stubNetwork({
    'GET /me': [200, sampleMe()],
    'GET /kyc': [200, sampleKyc(['pan', 'aadhaar'])],
    'GET /cards': [200, { items: [], nextCursor: null }],
    'POST /auth/v1/token': () => [200, session()],
    'PATCH /me/profile': () => [200, ASKED()],
    'PUT /auth/v1/user': [200, { ...user, new_phone: '919123456789' }],
    ...answers,
  });
  await openScreen({ path: '/dashboard/profile', Component: Profile }, address);
  await auth.signInWithPassword({ email: user.email, password: 'x' });
  if (address === '/dashboard/profile') {
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  }
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByLabelText(/Phone number/);
  await userEvent.clear(field);
  await userEvent.type(field, '91234 56789');
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
  return network;
}
const typeCode = async (code: string) =>
  userEvent.type(await screen.findByLabelText('Enter the 6-digit code'), code);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(async () => {
  toast.dismissAll();
  cleanup();
  await auth.signOut({ scope: 'local' });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a new mobile number', () => {
  test('counts once the code sent to it was typed', async () => {
    const { sent, answers } = await changeNumber({
      'POST /auth/v1/verify': () => [200, { ...session(), user: { ...user, phone: '919123456789' } }],
    });
    expect(await screen.findByText('OTP Sent')).toBeDefined();
    answers['GET /me'] = [200, sampleMe({ mobile: '+919123456789' })];
    await typeCode('123456');
    expect(await screen.findByText('Profile updated successfully')).toBeDefined();
    expect(await screen.findByText('+91 91234 56789')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent.find((one) => one.method === 'PATCH')?.body).toEqual({ phone: '9123456789' });
    expect(sent.find((one) => one.path === '/auth/v1/verify')?.body).toMatchObject({
      phone: '+919123456789',
      token: '123456',
      type: 'phone_change',
    });
  });

  test('given a code under way, when the dialog is put away, then it stays until the answer', async () => {
    await changeNumber({
      'POST /auth/v1/verify': [403, { error_code: 'otp_expired', msg: 'Token has expired' }],
    });
    await screen.findByLabelText('Enter the 6-digit code');
    const arrive = holdNetwork();
    await typeCode('123456');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeNull();
    arrive();
    expect((await screen.findAllByText('Invalid OTP')).length).toBeGreaterThan(0);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('with a wrong code stays unproven, and says so where the code is typed', async () => {
    await changeNumber({
      'POST /auth/v1/verify': [403, { error_code: 'otp_expired', msg: 'Token has expired' }],
    });
    await typeCode('000000');
    expect((await screen.findAllByText('Invalid OTP')).length).toBeGreaterThan(0);
    expect(
      screen.getAllByText('The code is wrong or has expired. Check it, or ask for a new one.').length,
    ).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: /Resend OTP in/ }).hasAttribute('disabled')).toBe(true);
  });

  test('can be typed again from the step of the code', async () => {
    await changeNumber({});
    await userEvent.click(await screen.findByRole('button', { name: 'Change Number' }));
    const field = await screen.findByLabelText<HTMLInputElement>(/Phone number/);
    expect(field.value).toBe('91234 56789');
  });

  test('left as it is there, goes on to the code that was sent, without a second one', async () => {
    const { sent } = await changeNumber({ 'GET /me': () => [200, ASKED()] });
    await userEvent.click(await screen.findByRole('button', { name: 'Change Number' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByLabelText('Enter the 6-digit code')).toBeDefined();
    expect(sent.filter((one) => one.method === 'PATCH').length).toBe(1);
  });

  test('known from the Aadhaar alone, can be proven to log in with it, and then no more', async () => {
    const asked = sampleMe({ pendingContact: { email: null, mobile: '+919876543210' } });
    const { sent } = stubNetwork({
      'GET /me': [200, sampleMe()],
      'GET /kyc': [200, sampleKyc(['pan', 'aadhaar'])],
      'GET /cards': [200, { items: [], nextCursor: null }],
      'POST /auth/v1/token': () => [200, session({ ...user, phone: '' })],
      'PATCH /me/profile': () => [200, asked],
    });
    await openScreen({ path: '/dashboard/profile', Component: Profile }, '/dashboard/profile');
    await auth.signInWithPassword({ email: user.email, password: 'x' });
    await userEvent.click(await screen.findByRole('button', { name: 'Log in with this number, too' }));
    expect(await screen.findByText('+91 98765 43210 waits for its code')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Log in with this number, too' })).toBeNull();
    expect(sent.find((one) => one.method === 'PATCH')?.body).toEqual({ phone: '+919876543210' });
  });

  test('known from the Aadhaar alone, asks for a new log-in where the present one is too old', async () => {
    stubNetwork({
      'GET /me': [200, sampleMe()],
      'GET /kyc': [200, sampleKyc(['pan', 'aadhaar'])],
      'GET /cards': [200, { items: [], nextCursor: null }],
      'POST /auth/v1/token': () => [200, session({ ...user, phone: '' })],
      'PATCH /me/profile': problem(403, 'sign_in_again', 'For your safety, log in again before you do this.'),
    });
    await openScreen({ path: '/dashboard/profile', Component: Profile }, '/dashboard/profile');
    await auth.signInWithPassword({ email: user.email, password: 'x' });
    await userEvent.click(await screen.findByRole('button', { name: 'Log in with this number, too' }));
    expect(await screen.findByRole('button', { name: 'Log in again' })).toBeDefined();
  });

  test('asked for before, waits on the page for its code', async () => {
    stubNetwork({ 'GET /me': [200, ASKED()], 'GET /kyc': [200, sampleKyc(['pan', 'aadhaar'])] });
    await openScreen({ path: '/dashboard/profile', Component: Profile }, '/dashboard/profile');
    expect(await screen.findByText('+91 91234 56789 waits for its code')).toBeDefined();
    expect(screen.getByText('+91 98765 43210')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Enter the code' }));
    expect(await screen.findByLabelText('Enter the 6-digit code')).toBeDefined();
  });

  test('of another account is refused in words', async () => {
    await changeNumber({
      'PATCH /me/profile': problem(409, 'mobile_in_use', 'This number already belongs to another account.'),
    });
    expect(
      (await screen.findAllByText('This number already belongs to another account.')).length,
    ).toBeGreaterThan(0);
  });

  test('is asked for at once when the way here was to add one', async () => {
    await changeNumber({}, '/dashboard/profile?edit=phone');
    expect(await screen.findByText('OTP Sent')).toBeDefined();
  });

  describe('after a log-in of long ago', () => {
    const STALE = problem(403, 'sign_in_again', 'For your safety, log in again before you do this.');
    const leaving = () => {
      const assign = vi.fn<(address: string) => void>();
      vi.stubGlobal('location', { origin: 'http://localhost', assign });
      return assign;
    };

    test('asks calmly for a new one, and going back finds the form as it was', async () => {
      await changeNumber({ 'PATCH /me/profile': STALE });
      expect(await screen.findByText('Log in again first')).toBeDefined();
      expect(screen.queryByText('Failed to update profile')).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Go back' }));
      const field = await screen.findByLabelText<HTMLInputElement>(/Phone number/);
      expect(field.value).toBe('91234 56789');
    });

    test('finds what was typed after the new log-in, ready to be saved', async () => {
      const { sent, answers } = await changeNumber({
        'PATCH /me/profile': STALE,
        'POST /auth/v1/logout': [204, undefined],
      });
      await userEvent.click(await screen.findByRole('button', { name: 'Go back' }));
      const income = await screen.findByLabelText('Monthly income');
      await userEvent.clear(income);
      await userEvent.type(income, '55000');
      await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
      const assign = leaving();
      await userEvent.click(await screen.findByRole('button', { name: 'Log in again' }));
      const back = '/dashboard/profile?edit=again';
      await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(`/login?next=${encodeURIComponent(back)}`));
      cleanup();

      answers['PATCH /me/profile'] = () => [200, ASKED()];
      await openScreen({ path: '/dashboard/profile', Component: Profile }, back);
      await auth.signInWithPassword({ email: user.email, password: 'x' });
      const phone = await screen.findByLabelText<HTMLInputElement>(/Phone number/);
      await vi.waitFor(() => expect(phone.value).toBe('91234 56789'));
      expect(screen.getByLabelText<HTMLInputElement>('Monthly income').value).toBe('55,000');
      expect(screen.getByText(/fifty-five thousand/i)).toBeDefined();
      await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
      expect(await screen.findByText('OTP Sent')).toBeDefined();
      const patches = sent.filter((one) => one.method === 'PATCH').map((one) => one.body);
      expect(patches.at(-1)).toEqual({ phone: '9123456789', monthlyIncomePaise: 5_500_000 });
      expect(sessionStorage.getItem('mohlat-draft:profile')).toBeNull();
    });

    test('shows nothing of it to another person who logs in', async () => {
      await changeNumber({ 'PATCH /me/profile': STALE, 'POST /auth/v1/logout': [204, undefined] });
      const assign = leaving();
      await userEvent.click(await screen.findByRole('button', { name: 'Log in again' }));
      await vi.waitFor(() => expect(assign).toHaveBeenCalled());
      cleanup();
      stubNetwork({ 'GET /me': [200, sampleMe({ id: ID.card })] });
      await openScreen({ path: '/dashboard/profile', Component: Profile }, '/dashboard/profile?edit=again');
      const phone = await screen.findByLabelText<HTMLInputElement>(/Phone number/);
      expect(phone.value).toBe('98765 43210');
      await vi.waitFor(() => expect(sessionStorage.getItem('mohlat-draft:profile')).toBeNull());
    });

    test('asks for a new one before another code is sent, too', async () => {
      stubNetwork({
        'GET /me': [200, ASKED()],
        'GET /kyc': [200, sampleKyc(['pan', 'aadhaar'])],
        'POST /auth/v1/token': () => [200, session()],
        'PUT /auth/v1/user': [400, { error_code: 'reauthentication_needed', msg: 'Needed' }],
      });
      await openScreen({ path: '/dashboard/profile', Component: Profile }, '/dashboard/profile');
      await auth.signInWithPassword({ email: user.email, password: 'x' });
      const enter = await screen.findByRole('button', { name: 'Enter the code' });
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      await userEvent.click(enter);
      await vi.waitFor(() => screen.getByLabelText('Enter the 6-digit code'));
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      vi.useRealTimers();
      await userEvent.click(await screen.findByRole('button', { name: 'Resend OTP' }));
      expect(await screen.findByRole('button', { name: 'Log in again' })).toBeDefined();
      await userEvent.click(screen.getByRole('button', { name: 'Go back' }));
      expect(await screen.findByLabelText('Enter the 6-digit code')).toBeDefined();
    });

    const waitForMail = async () => {
      const email = { address: 'new@example.in', awaits: ['new' as const] };
      stubNetwork({
        'GET /me': [200, sampleMe({ pendingContact: { email, mobile: null } })],
        'GET /kyc': [200, sampleKyc(['pan', 'aadhaar'])],
        'PATCH /me/profile': STALE,
      });
      await openScreen({ path: '/dashboard/profile', Component: Profile }, '/dashboard/profile');
      return screen.findByRole('button', { name: 'Send the mail again' });
    };

    test('asks for a new one where the mail of a new address is sent again', async () => {
      await userEvent.click(await waitForMail());
      expect(await screen.findByRole('button', { name: 'Log in again' })).toBeDefined();
      expect(screen.queryByText('Failed to update profile')).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Go back' }));
      await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Log in again' })).toBeNull());
    });

    test('asks for a new one where the code of a mail is sent again', async () => {
      await waitForMail();
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      await userEvent.click(screen.getByRole('button', { name: 'Enter the code of the mail' }));
      await vi.waitFor(() => screen.getByLabelText('Enter the 6-digit code'));
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      vi.useRealTimers();
      await userEvent.click(await screen.findByRole('button', { name: 'Send the mail again' }));
      expect(await screen.findByRole('button', { name: 'Log in again' })).toBeDefined();
      expect(screen.queryByText('Failed to update profile')).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Go back' }));
      expect(await screen.findByLabelText('Enter the 6-digit code')).toBeDefined();
    });
  });
});
