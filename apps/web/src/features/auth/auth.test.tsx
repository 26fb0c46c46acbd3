// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { me, open, press, sent, service, session, type, user } from '../../../test/auth-pages.tsx';
import { toast } from '../../ui/toast.tsx';

describe('log in', () => {
  test('SPEC-2.both-required, SPEC-5.login: asks for both fields and says which is missing', async () => {
    await open('/login');
    await press('Log In');
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      'There is a problemEnter your emailEnter your password',
    );
    expect(sent).toEqual([]);
  });

  test('says which browser it is, by a name it keeps, and in which language its page is, and nothing else of it', async () => {
    const names: (string | null)[] = [];
    const languages: (string | null)[] = [];
    service({ '/auth/v1/token': () => [400, { code: 400, error_code: 'invalid_credentials', msg: 'no' }] });
    const answered = globalThis.fetch;
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      if (init?.method === 'POST') {
        names.push(new Headers(init.headers).get('x-device-name'));
        languages.push(new Headers(init.headers).get('accept-language'));
      }
      return answered(input, init);
    });
    await open('/login');
    await type('Email', 'asha@example.in');
    await type('Password', 'wrong');
    await press('Log In');
    await screen.findByText('Login Failed');
    await press('Log In');
    await vi.waitFor(() => expect(names).toHaveLength(2));
    expect(names[0]).toMatch(/^[\da-f-]{36}$/);
    expect(names[1]).toBe(names[0]);
    expect(languages).toEqual(['en', 'en']);
  });

  test('SPEC-8.login-leads: shows the toast of the specification and goes to the dashboard', async () => {
    service({ '/auth/v1/token': () => [200, session(Date.now())] });
    await open('/login');
    await type('Email', 'asha@example.in');
    await type('Password', 'correct horse');
    await press('Log In');
    expect(await screen.findByText('at /dashboard')).toBeDefined();
    expect(await screen.findByText('Login Successful')).toBeDefined();
    expect(await screen.findByText('Welcome back to Mohlat!')).toBeDefined();
    expect(sent[0]?.body).toMatchObject({ email: 'asha@example.in', password: 'correct horse' });
  });

  test('returns to where the person wanted to be, and nowhere else', async () => {
    service({ '/auth/v1/token': () => [200, session(Date.now())] });
    await open('/login?next=%2Fdashboard%2Frewards');
    await type('Email', 'asha@example.in');
    await type('Password', 'x');
    await press('Log In');
    expect(await screen.findByText('at /dashboard/rewards')).toBeDefined();
  });

  /** A screen reader announces the toast's live list, so no other element may announce the refusal again. */
  test('a refusal is said once, in the toast of the specification and our own words, and keeps what was typed', async () => {
    service({
      '/auth/v1/token': () => [400, { error_code: 'invalid_credentials', msg: 'Invalid login credentials' }],
    });
    await open('/login');
    await type('Email', 'asha@example.in');
    await type('Password', 'wrong');
    await press('Log In');
    expect(await screen.findAllByText('Login Failed')).toHaveLength(1);
    expect(screen.getAllByText('The email or the password is not right.')).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.title).toMatch(/^Error: /);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.in');
  });

  test.each([
    [
      'en',
      'a_code_of_tomorrow',
      400,
      'That did not work. Try again; if it happens once more, write to support.',
    ],
    ['hi', 'a_code_of_tomorrow', 400, 'यह नहीं हो पाया। फिर कोशिश करें; दोबारा ऐसा हो तो सहायता को लिखें।'],
    [
      'en',
      'email_not_confirmed',
      400,
      'Your email is not confirmed yet. Open the link we sent you, or ask for it again.',
    ],
    ['hi', 'user_banned', 403, 'यह खाता रोक दिया गया है। सहायता को लिखें।'],
    ['en', 'unexpected_failure', 503, 'The service is not answering at the moment. Try again in a minute.'],
  ] as const)('never in the words of the service: in %s of %s', async (language, code, status, sentence) => {
    service({ '/auth/v1/token': () => [status, { error_code: code, msg: 'Words for programs' }] });
    await open('/login', language);
    const [email, password] = document.querySelectorAll<HTMLInputElement>('form input');
    await userEvent.type(email!, 'asha@example.in');
    await userEvent.type(password!, 'wrong{Enter}');
    // Where a new mail is offered the page says why, and the message echoes it.
    const times = code === 'email_not_confirmed' ? 2 : 1;
    await screen.findAllByText(sentence);
    expect(screen.getAllByText(sentence)).toHaveLength(times);
    expect(screen.queryByText(/Words for programs/)).toBeNull();
  });

  test('the other way of logging in begins without what was said of the one before', async () => {
    service({ '/auth/v1/token': () => [400, { error_code: 'invalid_credentials', msg: 'no' }] });
    await open('/login');
    await type('Email', 'asha@example.in');
    await type('Password', 'wrong');
    await press('Log In');
    await screen.findByText('Login Failed');
    await press('Use mobile OTP');
    await vi.waitFor(() => expect(screen.queryByText('Login Failed')).toBeNull());
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
    // Read aloud by the toast; at the field it stands for who comes to the field. The list leads there.
    expect(screen.getAllByText('Please ensure both passwords are the same')).toHaveLength(2);
    expect(screen.getByRole('alert').textContent).toBe('There is a problemEnter the same password twice');
    expect(sent).toEqual([]);
  });

  test('every field that is wrong is listed, the terms as well', async () => {
    await open('/signup');
    await press('Create Account');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'There is a problemEnter your emailEnter your passwordEnter the password againAgree to the terms',
    );
    expect(await screen.findByText('Terms and Conditions', { selector: '[data-title]' })).toBeDefined();
  });

  test('what was said of one tab is gone on the other, and the name of the page with it', async () => {
    await open('/signup');
    await press('Create Account');
    await screen.findByRole('alert');
    await screen.findByText('Terms and Conditions', { selector: '[data-title]' });
    expect(document.title).toMatch(/^Error: /);
    await userEvent.click(screen.getByRole('tab', { name: 'Mobile' }));
    await vi.waitFor(() => {
      expect(screen.queryByText('Terms and Conditions', { selector: '[data-title]' })).toBeNull();
      expect(document.title).not.toMatch(/^Error: /);
    });
    await type('Mobile number', '98765');
    await press('Send OTP');
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('tab', { name: 'Email' }));
    await vi.waitFor(() => {
      expect(screen.queryByText('Enter a 10-digit Indian mobile number')).toBeNull();
      expect(screen.queryByText('Please agree to the terms and conditions to continue')).toBeNull();
    });
  });

  test('the terms must be agreed to, and are not ticked beforehand', async () => {
    await open('/signup');
    await fill('one password', 'one password', false);
    expect(await screen.findByText('Terms and Conditions', { selector: '[data-title]' })).toBeDefined();
    expect(screen.getAllByText('Please agree to the terms and conditions to continue')).toHaveLength(2);
    expect(screen.getByRole('alert').textContent).toBe('There is a problemAgree to the terms');
    expect(sent).toEqual([]);
  });

  test('SPEC-4.email-signup: success says to check the mail and leads to the log-in page, with the friend’s code sent along', async () => {
    service({ '/auth/v1/signup': () => [200, { ...user, identities: [] }] });
    await open('/signup?ref=ABCD1234');
    expect(screen.getByText('You were invited with code ABCD1234.')).toBeDefined();
    await fill('one password', 'one password', true);
    expect(await screen.findByText('Signup Successful')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
    expect(sent[0]?.body).toMatchObject({ email: 'asha@example.in' });
    // The browser's name is said in a header alone: data stand in every token.
    expect(sent[0]?.body).toHaveProperty('data', { ref: 'ABCD1234' });
  });

  test('the friend’s code is kept for another address, until one is confirmed', async () => {
    service({
      '/auth/v1/signup': () => [200, { ...user, identities: [] }],
      '/auth/v1/verify': () => [200, session(Date.now())],
      ...me(false),
    });
    await open('/signup?ref=ABCD1234');
    await fill('one password', 'one password', true);
    await press('Use another address');
    expect(await screen.findByText('You were invited with code ABCD1234.')).toBeDefined();
    await fill('one password', 'one password', true);
    await userEvent.type(await screen.findByLabelText('Enter the 6-digit code'), '828905');
    expect(await screen.findByText('at /onboarding')).toBeDefined();
    const signUps = sent.filter(({ path }) => path === '/auth/v1/signup');
    expect(signUps.map(({ body }) => body['data'])).toEqual([{ ref: 'ABCD1234' }, { ref: 'ABCD1234' }]);
    expect(sessionStorage.getItem('mohlat-ref')).toBeNull();
  });

  test('the code of the mail confirms the address where the person is', async () => {
    service({
      '/auth/v1/signup': () => [200, { ...user, identities: [] }],
      '/auth/v1/verify': () => [200, session(Date.now())],
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

  test('a person who asks for the mail again at the log-in gets the field for its code', async () => {
    service({
      '/auth/v1/token': () => [400, { error_code: 'email_not_confirmed', msg: 'Email not confirmed' }],
      '/auth/v1/resend': () => [200, {}],
    });
    await open('/login');
    await type('Email', 'asha@example.in');
    await type('Password', 'correct horse');
    await press('Log In');
    const again = await screen.findByRole('button', { name: 'Send the confirmation mail again' });
    expect(screen.queryByLabelText('Enter the 6-digit code')).toBeNull();
    // The message that comes and goes is an echo of it.
    expect(again.closest('[role=status]')?.textContent).toContain('Your email is not confirmed yet.');
    await userEvent.click(again);
    expect(await screen.findByLabelText('Enter the 6-digit code')).toBeDefined();
    expect(await screen.findByText('A new confirmation mail is on its way.')).toBeDefined();
  });

  test('given an address that gets no more mails, when it signs up, then no older mail is named: its code may be of another', async () => {
    const limited = { error_code: 'over_email_send_rate_limit', msg: 'no' };
    service({ '/auth/v1/signup': () => [429, limited] });
    await open('/signup');
    await fill('one password', 'one password', true);
    expect(await screen.findByText('No mail can be sent at the moment. Try again later.')).toBeDefined();
    expect(screen.queryByText(/newest/)).toBeNull();
  });

  test('given an address that gets no more mails, when its log-in asks for one, then no older mail is named', async () => {
    service({
      '/auth/v1/token': () => [400, { error_code: 'email_not_confirmed', msg: 'Email not confirmed' }],
      '/auth/v1/resend': () => [429, { error_code: 'over_email_send_rate_limit', msg: 'no' }],
    });
    await open('/login');
    await type('Email', 'asha@example.in');
    await type('Password', 'correct horse');
    await press('Log In');
    await press('Send the confirmation mail again');
    expect(await screen.findByText('No mail can be sent at the moment. Try again later.')).toBeDefined();
    expect(screen.queryByText(/newest/)).toBeNull();
  });

  test('who waits for the mail already is not offered it a second time', async () => {
    service({
      '/auth/v1/signup': () => [200, { ...user, identities: [] }],
      '/auth/v1/token': () => [400, { error_code: 'email_not_confirmed', msg: 'Email not confirmed' }],
    });
    await open('/signup');
    await fill('one password', 'one password', true);
    await screen.findByLabelText('Enter the 6-digit code');
    await type('Email', 'asha@example.in');
    await type('Password', 'one password');
    await press('Log In');
    expect((await screen.findAllByText(/Your email is not confirmed yet/)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Send the confirmation mail again' })).toBeNull();
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

  test('a weak password is refused at its field with the reasons, which stay when the toast is gone', async () => {
    const weak = {
      error_code: 'weak_password',
      msg: 'Password should be at least 8 characters.',
      weak_password: { reasons: ['length'] },
    };
    service({ '/auth/v1/signup': () => [422, weak] });
    await open('/signup');
    await fill('short', 'short', true);
    expect(await screen.findByText('Signup Failed')).toBeDefined();
    const weakness = 'This password is too weak. It is too short.';
    expect((await screen.findByRole('alert')).textContent).toBe(`There is a problem${weakness}`);
    const field = screen.getByLabelText('Password');
    const told = () =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent);
    expect(told()).toContain(weakness);
    toast.dismissAll();
    expect(told()).toContain(weakness);
    await userEvent.type(field, 'a longer one by far');
    await vi.waitFor(() => expect(told()).not.toContain(weakness));
  });
});
