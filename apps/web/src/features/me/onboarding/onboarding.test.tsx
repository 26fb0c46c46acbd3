// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sampleMe } from '../../../../test/samples.ts';
import { toast } from '../../../ui/toast.tsx';
import { hi } from '../words.hi.ts';

const open = async (answers: Answers = {}, address = '/onboarding') => {
  const network = stubNetwork({
    'GET /me': [200, sampleMe({ onboardingComplete: false })],
    'PUT /me/onboarding': [200, sampleMe()],
    ...answers,
  });
  const opened = await openScreen({ path: '/onboarding', lazy: () => import('./onboarding.tsx') }, address);
  await screen.findByRole('heading', { level: 1 });
  return { ...network, ...opened };
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const stepTwo = async () => {
  await userEvent.type(screen.getByLabelText('Full name'), 'Asha Rao');
  await userEvent.type(screen.getByLabelText('PAN number'), 'abcde1234f');
  await press('Continue');
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('onboarding', () => {
  test('SPEC-2.onboarding-home, SPEC-5.onboarding-first, SPEC-9.steps-onboarding: does not leave a step with something missing, and says so', async () => {
    await open();
    expect(screen.getByText('Step 1 of 3')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    await press('Continue');
    expect(await screen.findByText('Missing information')).toBeDefined();
    // Once on the page, once in the toast; each field has a sentence of its own.
    expect(screen.getAllByText('Please fill all required fields before proceeding')).toHaveLength(2);
    expect(screen.getByText('Enter your full name')).toBeDefined();
    expect(screen.getByText('Enter your PAN')).toBeDefined();
    expect(screen.getByText('Step 1 of 3')).toBeDefined();
  });

  test('SPEC-2.onboarding-first, SPEC-2.onboarding-second, SPEC-2.onboarding-third, SPEC-5.onboarding-second: asks in three steps', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Basic Info');
    expect(screen.getByPlaceholderText('ABCDE1234F')).toBe(screen.getByLabelText('PAN number'));
    expect(screen.getByText('Your PAN will be verified for KYC purposes.')).toBeDefined();
    await stepTwo();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Personal Details');
    expect(document.title).toBe('Personal Details · Mohlat');
    await press('Continue');
    expect(await screen.findByText('Enter your date of birth')).toBeDefined();
    expect(screen.getByText('Enter your current address')).toBeDefined();
    expect(screen.getByText('Step 2 of 3')).toBeDefined();
    await userEvent.type(screen.getByLabelText('Date of birth'), '1990-01-01');
    await userEvent.type(screen.getByLabelText('Current address'), '12 MG Road, Pune 411001');
    await press('Continue');
    expect(await screen.findByLabelText('Monthly income')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Financial Info');
    expect(screen.getByText('What reaches your account in a month, after tax and deductions.')).toBeDefined();
    expect(hi.onboarding.intros[2]).toBe('हर महीने हाथ में आने वाली आय, कटौती के बाद।');
  });

  test('SPEC-5.onboarding-pan: says what a PAN looks like', async () => {
    await open();
    await userEvent.type(screen.getByLabelText('Full name'), 'Asha Rao');
    await userEvent.type(screen.getByLabelText('PAN number'), '12345ABCDE');
    await press('Continue');
    expect(
      (await screen.findAllByText('Please enter a valid PAN number in the format ABCDE1234F')).length,
    ).toBeGreaterThan(0);
  });

  test('SPEC-3.onboarding-key, SPEC-4.onboarding: what was typed survives leaving and coming back', async () => {
    await open();
    await stepTwo();
    await userEvent.type(await screen.findByLabelText('Current address'), '12 MG Road, Pune 411001');
    cleanup();
    await open({}, '/onboarding?step=2');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Current address').value).toBe(
      '12 MG Road, Pune 411001',
    );
    await press('Previous');
    expect((await screen.findByLabelText<HTMLInputElement>('PAN number')).value).toBe('ABCDE1234F');
    expect(Object.keys(sessionStorage)).toContain('signupUserData');
  });

  test('an address that skips a step leads back to what is missing', async () => {
    await open({}, '/onboarding?step=3');
    await userEvent.type(screen.getByLabelText('Monthly income'), '85000');
    await press('Complete Setup');
    expect(await screen.findByText('Step 1 of 3')).toBeDefined();
  });

  test('SPEC-2.onboarding-done, SPEC-4.onboarding: sends the three steps at the end, forgets them and opens the dashboard', async () => {
    const { sent, router } = await open();
    await stepTwo();
    await userEvent.type(await screen.findByLabelText('Date of birth'), '1990-01-01');
    await userEvent.type(screen.getByLabelText('Current address'), '12 MG Road, Pune 411001');
    await press('Continue');
    expect(await screen.findByText('Almost done!')).toBeDefined();
    await userEvent.type(screen.getByLabelText('Monthly income'), '85000');
    await press('Complete Setup');
    expect(await screen.findByText('Onboarding completed')).toBeDefined();
    expect(screen.getByText('Your account has been set up successfully.')).toBeDefined();
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(sent.find((one) => one.method === 'PUT')?.body).toEqual({
      fullName: 'Asha Rao',
      pan: 'ABCDE1234F',
      dateOfBirth: '1990-01-01',
      address: '12 MG Road, Pune 411001',
      monthlyIncomePaise: 8_500_000,
    });
    expect(sessionStorage.getItem('signupUserData')).toBeNull();
  });

  test('given an address without a PIN code, when it is typed, then the field asks for it and the step goes on', async () => {
    await open();
    await stepTwo();
    await userEvent.type(await screen.findByLabelText('Date of birth'), '1990-01-01');
    const address = screen.getByLabelText('Current address');
    await userEvent.type(address, '12 MG Road, Pune');
    const said = 'Add the six-digit PIN code, such as 411001: the credit bureau may ask for it.';
    expect(screen.getByText(said)).toBeDefined();
    await userEvent.type(address, ' 411001');
    expect(screen.queryByText(said)).toBeNull();
    await userEvent.type(address, '{Backspace}');
    await press('Continue');
    expect(await screen.findByLabelText('Monthly income')).toBeDefined();
  });

  test('given an income with a sign or letters, when sent, then the field says so, and no other income is sent', async () => {
    const { sent } = await open();
    await stepTwo();
    await userEvent.type(await screen.findByLabelText('Date of birth'), '1990-01-01');
    await userEvent.type(screen.getByLabelText('Current address'), '12 MG Road, Pune 411001');
    await press('Continue');
    const income = await screen.findByLabelText<HTMLInputElement>('Monthly income');
    await userEvent.type(income, '-5abc');
    expect(income.value).toBe('-5abc');
    await press('Complete Setup');
    const said = 'Enter your monthly income in rupees, in digits alone, such as 85,000.';
    expect((await screen.findAllByText(said)).length).toBeGreaterThan(0);
    expect(sent.filter((one) => one.method === 'PUT')).toEqual([]);
    await userEvent.clear(income);
    await userEvent.type(income, '85000');
    expect(income.value).toBe('85,000');
  });

  test('a person under eighteen does not go on', async () => {
    await open();
    await stepTwo();
    await userEvent.type(await screen.findByLabelText('Date of birth'), '2020-01-01');
    await userEvent.type(screen.getByLabelText('Current address'), '12 MG Road, Pune 411001');
    await press('Continue');
    expect((await screen.findAllByText('You have to be 18 or older to use Mohlat.')).length).toBeGreaterThan(
      0,
    );
  });

  test("SPEC-9.steps-onboarding: a field the server refuses is shown on that field's step", async () => {
    await open({
      'PUT /me/onboarding': problem(422, 'validation_failed', 'Some fields need your attention.', [
        { path: 'dateOfBirth', message: 'You need to be at least 18 years old' },
      ]),
    });
    await stepTwo();
    await userEvent.type(await screen.findByLabelText('Date of birth'), '1990-01-01');
    await userEvent.type(screen.getByLabelText('Current address'), '12 MG Road, Pune 411001');
    await press('Continue');
    await userEvent.type(await screen.findByLabelText('Monthly income'), '85000');
    await press('Complete Setup');
    expect((await screen.findAllByText('You need to be at least 18 years old')).length).toBeGreaterThan(0);
    expect(await screen.findByText('Step 2 of 3')).toBeDefined();
  });

  test('a person whose profile is complete is sent to the dashboard', async () => {
    stubNetwork({ 'GET /me': [200, sampleMe()] });
    const { router } = await openScreen(
      { path: '/onboarding', lazy: () => import('./onboarding.tsx') },
      '/onboarding',
    );
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });
});
