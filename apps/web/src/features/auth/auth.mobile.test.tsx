// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { me, open, press, sent, service, session, type } from '../../../test/auth-pages.tsx';

describe('sign up by mobile', () => {
  async function toCode() {
    await open('/signup');
    await userEvent.click(screen.getByRole('tab', { name: 'Mobile' }));
    await type('Mobile number', '9876543210');
    await userEvent.click(screen.getByRole('checkbox'));
    await press('Send OTP');
    return screen.findByLabelText('Enter the 6-digit code');
  }

  test('SPEC-5.mobile-digits, SPEC-5.mobile-terms: wants ten digits and the terms before a code is sent', async () => {
    await open('/signup');
    await userEvent.click(screen.getByRole('tab', { name: 'Mobile' }));
    await type('Mobile number', '98765');
    await press('Send OTP');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'There is a problemEnter a 10-digit Indian mobile numberAgree to the terms',
    );
    // In the toast, and at the box.
    expect(await screen.findByText('Terms and Conditions', { selector: '[data-title]' })).toBeDefined();
    expect(screen.getAllByText('Please agree to the terms and conditions to continue')).toHaveLength(2);
    expect(sent).toEqual([]);
  });

  test('SPEC-5.otp-digits: a short code is told in the words of the specification', async () => {
    service({ '/auth/v1/otp': () => [200, {}] });
    await userEvent.type(await toCode(), '123');
    await press('Verify');
    expect(await screen.findByText('Invalid OTP')).toBeDefined();
    expect(screen.getAllByText('Please enter a valid 6-digit OTP')).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sent.some((request) => request.path === '/auth/v1/verify')).toBe(false);
  });

  test('SPEC-4.otp-right, SPEC-5.mobile-digits: the right code leads to onboarding', async () => {
    service({
      '/auth/v1/otp': () => [200, {}],
      '/auth/v1/verify': () => [200, session(Date.now())],
      ...me(false),
    });
    await userEvent.type(await toCode(), '123456');
    expect(await screen.findByText('at /onboarding')).toBeDefined();
    expect(await screen.findByText('Mobile Verified')).toBeDefined();
    const verify = sent.find((request) => request.path === '/auth/v1/verify');
    expect(verify?.body).toMatchObject({ phone: '+919876543210', token: '123456', type: 'sms' });
  });

  test('a person whose onboarding is complete goes to the dashboard', async () => {
    service({
      '/auth/v1/otp': () => [200, {}],
      '/auth/v1/verify': () => [200, session(Date.now())],
      ...me(true),
    });
    await userEvent.type(await toCode(), '123456');
    expect(await screen.findByText('at /dashboard')).toBeDefined();
  });

  test('a code of ten digits typed by hand: its first six are refused, and nothing interrupts', async () => {
    const wrong = { error_code: 'otp_expired', msg: 'Token has expired or is invalid' };
    service({
      '/auth/v1/otp': () => [200, {}],
      '/auth/v1/verify': ({ token }) => (token === '1234567890' ? [200, session(Date.now())] : [403, wrong]),
      ...me(true),
    });
    await userEvent.type(await toCode(), '1234567890', { delay: 30 });
    expect(await screen.findByText('at /dashboard')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('after a wrong code it says that the next may have ten digits', async () => {
    const wrong = { error_code: 'otp_expired', msg: 'Token has expired or is invalid' };
    service({ '/auth/v1/otp': () => [200, {}], '/auth/v1/verify': () => [403, wrong] });
    const field = await toCode();
    expect(screen.queryByText(/ten digits/)).toBeNull();
    await userEvent.type(field, '123456');
    await screen.findByRole('alert');
    expect(screen.getByText(/ten digits/)).toBeDefined();
  });

  test('SPEC-4.change-number, SPEC-8.token-verification: a wrong code keeps the page, and the number can be changed', async () => {
    const wrong = { error_code: 'otp_expired', msg: 'Token has expired or is invalid' };
    service({ '/auth/v1/otp': () => [200, {}], '/auth/v1/verify': () => [403, wrong] });
    await userEvent.type(await toCode(), '123456');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Invalid OTP/);
    expect(screen.getAllByText('Invalid OTP')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Change Number' }));
    expect(screen.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('98765 43210');
  });
});

describe('forgotten password', () => {
  test('a refusal stands on the page alone, in our words', async () => {
    service({ '/auth/v1/recover': () => [429, { error_code: 'over_request_rate_limit', msg: 'no' }] });
    await open('/forgot-password');
    await type('Email', 'asha@example.in');
    await press('Send the link');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'There is a problemToo many tries. Wait five minutes and try again.',
    );
    expect(screen.getAllByText(/Too many tries/)).toHaveLength(1);
  });

  test('given an address that gets no more mails, then the code of one that came can be typed', async () => {
    const limited = [429, { error_code: 'over_email_send_rate_limit', msg: 'no' }] as const;
    service({
      '/auth/v1/recover': () => [...limited],
      '/auth/v1/verify': () => [200, session(Date.now())],
    });
    const { router } = await open('/forgot-password');
    await type('Email', 'asha@example.in');
    await press('Send the link');
    const status = (await screen.findByRole('status')).textContent;
    expect(status).toMatch(/^No more mails at the moment/);
    expect(status).not.toContain('on their way');
    await userEvent.type(screen.getByLabelText('Enter the 6-digit code'), '123456');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/new-password'));
    const verify = sent.find((request) => request.path === '/auth/v1/verify');
    expect(verify?.body).toMatchObject({ email: 'asha@example.in', token: '123456', type: 'recovery' });
  });

  test('answers the same whether the address is known or not', async () => {
    service({ '/auth/v1/recover': () => [200, {}] });
    await open('/forgot-password');
    await type('Email', 'asha@example.in');
    await press('Send the link');
    expect((await screen.findByRole('status')).textContent).toMatch(/If asha@example.in has an account/);
  });

  test('given a mail that was sent, when the page is loaded again, then it still waits for its code', async () => {
    service({ '/auth/v1/recover': () => [200, {}] });
    const { router } = await open('/forgot-password');
    await type('Email', 'asha@example.in');
    await press('Send the link');
    await screen.findByLabelText('Enter the 6-digit code');
    const { state } = router.state.location;
    cleanup();
    await open({ pathname: '/forgot-password', state });
    expect(await screen.findByLabelText('Enter the 6-digit code')).toBeDefined();
    expect(screen.getByText(/If asha@example.in has an account/)).toBeDefined();
    await press('Use another address');
    expect(await screen.findByRole('button', { name: 'Send the link' })).toBeDefined();
  });

  test('the code of the mail leads to the choice of a new password', async () => {
    service({ '/auth/v1/recover': () => [200, {}], '/auth/v1/verify': () => [200, session(Date.now())] });
    await open('/forgot-password');
    await type('Email', 'asha@example.in');
    await press('Send the link');
    await userEvent.type(await screen.findByLabelText('Enter the 6-digit code'), '828905');
    expect(await screen.findByText('at /new-password')).toBeDefined();
    const verify = sent.find((request) => request.path === '/auth/v1/verify');
    expect(verify?.body).toMatchObject({ email: 'asha@example.in', token: '828905', type: 'recovery' });
  });
});
