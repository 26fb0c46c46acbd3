// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { beforeKyc, sampleKyc, sampleMe } from '../../../../test/samples.ts';
import { toast } from '../../../ui/toast.tsx';

const open = async (answers: Answers) => {
  const network = stubNetwork({
    'GET /kyc': [200, sampleKyc(['pan', 'aadhaar'])],
    ...answers,
  });
  await openScreen({ path: '/dashboard/profile', lazy: () => import('./profile.tsx') }, '/dashboard/profile');
  return network;
};
const edit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  return within(await screen.findByRole('dialog', { name: 'Edit Profile' }));
};

const hintOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('my profile', () => {
  test('given a profile that is open, when a link leads to its editing, then it is edited each time', async () => {
    stubNetwork({ 'GET /kyc': [200, sampleKyc()], 'GET /me': [200, sampleMe()] });
    const { router } = await openScreen(
      { path: '/dashboard/profile', lazy: () => import('./profile.tsx') },
      '/dashboard/profile',
    );
    await screen.findByRole('button', { name: 'Edit' });
    for (const query of ['?edit=phone', '?edit=email']) {
      await act(() => router.navigate(`/dashboard/profile${query}`));
      await screen.findByRole('dialog', { name: 'Edit Profile' });
      await userEvent.keyboard('{Escape}');
      await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  test('SPEC-2.kyc-banner, SPEC-4.kyc-badges: before KYC limit and score stay hidden and the way to KYC stands first', async () => {
    await open({ 'GET /me': [200, beforeKyc()], 'GET /kyc': [200, sampleKyc()] });
    expect((await screen.findAllByText('Complete KYC to view')).length).toBe(2);
    expect(screen.getByRole('link', { name: 'Complete KYC' }).getAttribute('href')).toBe(
      '/dashboard/kyc-verification',
    );
    expect(screen.getByText('KYC required')).toBeDefined();
    // PAN, Aadhaar and a video that was not begun: one word for one state, as on the page of the KYC.
    expect(screen.getAllByText('Pending Verification').length).toBe(3);
  });

  test('SPEC-1.rupees, SPEC-2.kyc-banner: after KYC it shows limit, score and what was verified', async () => {
    await open({ 'GET /me': [200, sampleMe()] });
    expect(await screen.findByText('KYC complete')).toBeDefined();
    expect(screen.getByText('₹60,000')).toBeDefined();
    expect(screen.getByText('782')).toBeDefined();
    expect(await screen.findByText('XXXX XXXX 7058')).toBeDefined();
    expect(screen.getByText('+91 98765 43210')).toBeDefined();
  });

  test('a KYC that is due again is not called complete, and leads back to it', async () => {
    const due = { ...sampleKyc(['pan', 'aadhaar']), isReKycOpen: true };
    await open({ 'GET /me': [200, sampleMe()], 'GET /kyc': [200, { ...due, reKycDueOn: '2024-11-20' }] });
    const again = await screen.findByRole('link', { name: 'Verify again' });
    expect(again.getAttribute('href')).toBe('/dashboard/kyc-verification');
    expect(screen.getByText(/^It held until 20 Nov 2024/)).toBeDefined();
    expect(screen.queryByText('KYC complete')).toBeNull();
    cleanup();
    await open({ 'GET /me': [200, sampleMe()], 'GET /kyc': [200, { ...due, reKycDueOn: '2034-11-20' }] });
    expect(await screen.findByText(/^It holds until 20 Nov 2034/)).toBeDefined();
  });

  test.each([
    ['not_started', /^Your PAN and Aadhaar are verified\. The video is still to do/],
    ['pending', /^Your PAN and Aadhaar are verified\. Your video is in review/],
    ['rejected', /^Your PAN and Aadhaar are verified\. Your video was not accepted/],
    ['verified', /^Your identity is verified\.$/],
  ] as const)('given a video that is %s, the notice says so', async (videoStatus, sentence) => {
    const me = sampleMe();
    await open({ 'GET /me': [200, { ...me, kyc: { ...me.kyc, videoStatus } }] });
    expect(await screen.findByText(sentence)).toBeDefined();
    if (videoStatus !== 'not_started') expect(screen.queryByText(/still to do/)).toBeNull();
  });

  test('given a complete KYC and no limit yet, limit and score say so and lead to the limit', async () => {
    await open({ 'GET /me': [200, sampleMe({ credit: null })] });
    expect(await screen.findByText('Not set yet')).toBeDefined();
    expect(await screen.findByText('Not asked for yet')).toBeDefined();
    expect(screen.queryByText('Complete KYC to view')).toBeNull();
    const way = screen.getByRole('link', { name: 'See my limit' });
    expect(way.getAttribute('href')).toBe('/dashboard/credit');
  });

  test('a failed reading can be repeated', async () => {
    const { answers } = await open({ 'GET /me': problem(400, 'bad_json', 'Broken.') });
    expect(await screen.findByText('This could not be shown')).toBeDefined();
    answers['GET /me'] = [200, sampleMe()];
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Personal Information')).toBeDefined();
  });

  test('LEND-F2: a state is shown, corrected, and taken back to what the PIN code says', async () => {
    const me = sampleMe();
    const living = { ...me, profile: { ...me.profile, state: '27' } };
    const { sent } = await open({ 'GET /me': [200, living], 'PATCH /me/profile': [200, living] });
    expect(await screen.findByText('Maharashtra')).toBeDefined();
    for (const [choice, state] of [
      ['Goa', '30'],
      ['By the PIN code of the address', null],
    ] as const) {
      const dialog = await edit();
      await userEvent.selectOptions(dialog.getByLabelText(/^State/), choice);
      await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
      await vi.waitFor(() => expect(sent.at(-1)?.body).toEqual({ state }));
      await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  test('editing sends only what was changed', async () => {
    const { sent } = await open({ 'GET /me': [200, sampleMe()], 'PATCH /me/profile': [200, sampleMe()] });
    const dialog = await edit();
    expect(dialog.getByLabelText<HTMLInputElement>('Full name').readOnly).toBe(true);
    const address = dialog.getByLabelText('Current address');
    await userEvent.clear(address);
    await userEvent.type(address, '7 Park Street, Kolkata 700016');
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Profile updated successfully')).toBeDefined();
    expect(sent.find((one) => one.method === 'PATCH')?.body).toEqual({
      address: '7 Park Street, Kolkata 700016',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['Email', 'asha', 'Please enter a valid email address'],
    ['Phone number', '98765', 'Phone number must be at least 10 digits'],
    ['Phone number', '98765 4321x', 'Phone number must contain only digits'],
    ['Phone number', '12345 67890', 'Enter a 10-digit Indian mobile number'],
    ['Full name', 'A', 'Name must be at least 2 characters'],
    ['Current address', ' ', 'Enter your current address.'],
  ])(
    'SPEC-5, SPEC-5.name-min, SPEC-5.phone-min: %s %j is refused with its sentence, and stays as typed',
    async (label, typed, sentence) => {
      const { sent } = await open({ 'GET /me': [200, beforeKyc()] });
      const dialog = await edit();
      const field = dialog.getByLabelText<HTMLInputElement>(label);
      await userEvent.clear(field);
      await userEvent.type(field, typed);
      await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
      expect((await dialog.findAllByText(sentence)).length).toBeGreaterThan(1);
      expect(field.value).toBe(typed);
      expect(sent.some((one) => one.method === 'PATCH')).toBe(false);
    },
  );

  test('given a name and a birth date that KYC has proven, neither is offered to be changed', async () => {
    await open({ 'GET /me': [200, sampleMe()] });
    const dialog = await edit();
    for (const label of ['Full name', 'Date of birth']) {
      const field = dialog.getByLabelText(label);
      expect(field).toHaveProperty('readOnly', true);
      expect(field.className).toContain('read-only:bg-sunken');
      expect(field.closest('div')?.textContent).not.toContain('Optional');
    }
  });

  test('given no address before, the message about a first one asks for its own link alone', async () => {
    const next = { address: 'new@example.in', awaits: ['new'] as 'new'[] };
    const none = sampleMe({ email: null });
    const asked = sampleMe({ email: null, pendingContact: { email: next, mobile: null } });
    await open({ 'GET /me': [200, none], 'PATCH /me/profile': [200, asked] });
    const dialog = await edit();
    await userEvent.type(dialog.getByLabelText('Email'), next.address);
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    const messages = within(await screen.findByRole('region', { name: /Messages/ }));
    expect(await messages.findByText('Open the link in the mail we sent to it.')).toBeDefined();
  });

  test('SPEC-7.email-change: a new address waits for its mails, which can be sent again; the old one stands', async () => {
    const next = { address: 'new@example.in', awaits: ['new', 'present'] as ('new' | 'present')[] };
    const asked = sampleMe({ pendingContact: { email: next, mobile: null } });
    const { sent, answers } = await open({
      'GET /me': [200, sampleMe()],
      'PATCH /me/profile': [200, asked],
    });
    const dialog = await edit();
    await userEvent.clear(dialog.getByLabelText('Email'));
    await userEvent.type(dialog.getByLabelText('Email'), next.address);
    answers['GET /me'] = [200, asked];
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Verification email sent to your new email address')).toBeDefined();
    expect(screen.queryByText('Profile updated successfully')).toBeNull();
    expect(await screen.findByText('new@example.in waits to be confirmed')).toBeDefined();
    expect(screen.getByText('asha@example.in')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Send the mail again' }));
    const patches = sent.filter((one) => one.method === 'PATCH').map((one) => one.body);
    expect(patches).toEqual([{ email: next.address }, { email: next.address }]);
  });

  test('the codes of both mails, one after the other, do what their links do', async () => {
    const waits = (...awaits: ('new' | 'present')[]) =>
      sampleMe({ pendingContact: { email: { address: 'new@example.in', awaits }, mobile: null } });
    const { sent, answers } = await open({
      'GET /me': [200, waits('new', 'present')],
      'POST /auth/v1/verify': [200, { msg: 'Confirmation link accepted.', code: '200' }],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Enter the code of the mail' }));
    const code = await screen.findByLabelText('Enter the 6-digit code');
    expect(screen.getByText('From the mail to new@example.in')).toBeDefined();
    answers['GET /me'] = [200, waits('present')];
    await userEvent.type(code, '111111');
    expect(await screen.findByText('new@example.in is confirmed')).toBeDefined();
    expect(await screen.findByText('From the mail to asha@example.in')).toBeDefined();
    answers['GET /me'] = [200, sampleMe({ email: 'new@example.in' })];
    await userEvent.type(screen.getByLabelText('Enter the 6-digit code'), '222222');
    await vi.waitFor(() => expect(screen.queryByText(/waits to be confirmed/)).toBeNull());
    const asked = sent.filter((one) => one.path === '/auth/v1/verify').map((one) => one.body);
    expect(asked).toMatchObject([
      { email: 'new@example.in', token: '111111', type: 'email_change' },
      { email: 'asha@example.in', token: '222222', type: 'email_change' },
    ]);
  });

  test('an address of another account is refused at the field', async () => {
    const sentence = 'This email address already belongs to another account.';
    await open({ 'GET /me': [200, sampleMe()], 'PATCH /me/profile': problem(409, 'email_in_use', sentence) });
    const dialog = await edit();
    await userEvent.clear(dialog.getByLabelText('Email'));
    await userEvent.type(dialog.getByLabelText('Email'), 'ravi@example.in');
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect((await dialog.findAllByText(sentence)).length).toBeGreaterThan(1);
    expect(dialog.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  });

  test('given a person with a limit, then the income asks for what is left after tax, and leaves the limit alone', async () => {
    await open({ 'GET /me': [200, sampleMe()] });
    const hint = hintOf((await edit()).getByLabelText('Monthly income'));
    expect(hint).toMatch(
      /What reaches your account, after tax and deductions\. Your credit limit stays as it is/,
    );
  });

  test('given a person without a limit, then the income asks for what is left after tax', async () => {
    await open({ 'GET /me': [200, { ...sampleMe(), credit: null }] });
    const hint = hintOf((await edit()).getByLabelText('Monthly income'));
    expect(hint).toMatch(/What reaches your account, after tax and deductions\.$/);
  });

  test('a wrong address or number is said in the words of the form', async () => {
    await open({ 'GET /me': [200, sampleMe()] });
    const dialog = await edit();
    await userEvent.clear(dialog.getByLabelText('Email'));
    await userEvent.type(dialog.getByLabelText('Email'), 'asha');
    await userEvent.clear(dialog.getByLabelText('Phone number'));
    await userEvent.type(dialog.getByLabelText('Phone number'), '98765');
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect((await dialog.findAllByText('Please enter a valid email address')).length).toBeGreaterThan(0);
    expect(dialog.getAllByText('Phone number must be at least 10 digits').length).toBeGreaterThan(0);
  });

  test('given typed text, when Back closes the form, then it is there again; Cancel gives it up', async () => {
    await open({ 'GET /me': [200, sampleMe()] });
    const address = (dialog: Awaited<ReturnType<typeof edit>>) =>
      dialog.getByLabelText<HTMLInputElement>('Current address');
    const saved = address(await edit()).value;
    await userEvent.type(screen.getByLabelText('Current address'), ' typed');
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await edit();
    expect(address(again).value).toBe(`${saved} typed`);
    await userEvent.click(again.getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address(await edit()).value).toBe(saved);
  });

  test('without a session it says that one has to be logged in, and keeps what was typed', async () => {
    await open({
      'GET /me': [200, sampleMe()],
      'PATCH /me/profile': problem(401, 'unauthorized', 'Please login to continue.'),
    });
    const dialog = await edit();
    await userEvent.type(dialog.getByLabelText('Current address'), ' 560001');
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('You must be logged in to update your profile')).toBeDefined();
    expect(dialog.getByLabelText<HTMLInputElement>('Current address').value).toMatch(/560001$/);
  });

  test('SPEC-2.profile-order: has its sections in the order of the specification', async () => {
    stubNetwork({
      'GET /me': [200, beforeKyc()],
      'GET /kyc': [200, sampleKyc()],
      'GET /bank-accounts': [200, { items: [], nextCursor: null }],
    });
    await openScreen(
      { path: '/dashboard/profile', lazy: () => import('./profile.tsx') },
      '/dashboard/profile',
    );
    expect(await screen.findByText('Manage your account information')).toBeDefined();
    await screen.findByRole('heading', { name: 'Bank Account Details' });
    const sections = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(sections.slice(0, 5)).toEqual([
      'Personal Information',
      'Address Information',
      'Financial Information',
      'KYC Information',
      'Bank Account Details',
    ]);
  });

  test('SPEC-5.profile-optional: takes a name alone from a person who gave nothing else', async () => {
    const bare = sampleMe({ email: null, mobile: null, kyc: beforeKyc().kyc });
    const empty = { ...bare, profile: { ...bare.profile, dateOfBirth: null } };
    const { sent } = await open({ 'GET /me': [200, empty], 'PATCH /me/profile': [200, empty] });
    const dialog = await edit();
    await userEvent.clear(dialog.getByLabelText('Full name'));
    await userEvent.type(dialog.getByLabelText('Full name'), 'Al');
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Profile updated successfully')).toBeDefined();
    expect(sent.find((one) => one.method === 'PATCH')?.body).toEqual({ name: 'Al' });
  });

  test('a PAN proves the name, and only Aadhaar the birth date', async () => {
    const me = sampleMe();
    const isFixed = async (aadhaarVerified: boolean) => {
      await open({ 'GET /me': [200, { ...me, kyc: { ...me.kyc, aadhaarVerified } }] });
      const dialog = await edit();
      const fixed = ['Full Name', 'Date of Birth'].map(
        (label) => dialog.getByLabelText<HTMLInputElement>(new RegExp(label, 'i')).readOnly,
      );
      cleanup();
      return fixed;
    };
    expect(await isFixed(false)).toEqual([true, false]);
    expect(await isFixed(true)).toEqual([true, true]);
  });

  test.each(['Date of birth', 'Email'])(
    'given an emptied field (%s), it says that it stays, and no success is claimed',
    async (label) => {
      const me = beforeKyc();
      const { sent } = await open({ 'GET /me': [200, me] });
      const dialog = await edit();
      const field = dialog.getByLabelText(label);
      await userEvent.clear(field);
      expect(hintOf(field)).toBe('Left empty, it stays as it is.');
      await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
      await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent.some((one) => one.method === 'PATCH')).toBe(false);
      expect(screen.queryByText('Profile updated successfully')).toBeNull();
    },
  );

  test('a refusal keeps the dialog open with the reason', async () => {
    await open({
      'GET /me': [200, sampleMe()],
      'PATCH /me/profile': problem(409, 'kyc_locked', 'This detail is already verified.'),
    });
    const dialog = await edit();
    await userEvent.type(dialog.getByLabelText('Current address'), ' 560001');
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect((await screen.findAllByText('Failed to update profile')).length).toBeGreaterThan(0);
    expect(dialog.getByText('This detail is already verified.')).toBeDefined();
  });
});
