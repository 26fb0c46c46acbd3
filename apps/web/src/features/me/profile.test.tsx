// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { beforeKyc, sampleKyc, sampleMe } from '../../../test/samples.ts';
import { toast } from '../../ui/toast.tsx';
import { Profile } from './profile.tsx';

const open = async (answers: Answers) => {
  const network = stubNetwork({
    'GET /kyc': [200, sampleKyc(['pan', 'aadhaar'])],
    ...answers,
  });
  await openScreen({ path: '/dashboard/profile', Component: Profile }, '/dashboard/profile');
  return network;
};
const edit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  return within(await screen.findByRole('dialog'));
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

describe('my profile', () => {
  test('before KYC limit and score stay hidden and the way to KYC stands first', async () => {
    await open({ 'GET /me': [200, beforeKyc()], 'GET /kyc': [200, sampleKyc()] });
    expect((await screen.findAllByText('Complete KYC to view')).length).toBe(2);
    expect(screen.getByRole('link', { name: 'Complete KYC' }).getAttribute('href')).toBe(
      '/dashboard/kyc-verification',
    );
    expect(screen.getAllByText('Pending Verification').length).toBe(2);
  });

  test('after KYC it shows limit, score and what was verified', async () => {
    await open({ 'GET /me': [200, sampleMe()] });
    expect(await screen.findByText('KYC complete')).toBeDefined();
    expect(screen.getByText('₹60,000')).toBeDefined();
    expect(screen.getByText('782')).toBeDefined();
    expect(await screen.findByText('XXXX XXXX 7058')).toBeDefined();
    expect(screen.getByText('+91 98765 43210')).toBeDefined();
  });

  test('a failed reading can be repeated', async () => {
    const { answers } = await open({ 'GET /me': problem(400, 'bad_json', 'Broken.') });
    expect(await screen.findByText('This could not be shown')).toBeDefined();
    answers['GET /me'] = [200, sampleMe()];
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Personal Information')).toBeDefined();
  });

  test('editing sends only what was changed', async () => {
    const { sent } = await open({ 'GET /me': [200, sampleMe()], 'PATCH /me/profile': [200, sampleMe()] });
    const dialog = await edit();
    expect(dialog.getByLabelText<HTMLInputElement>('Full name').readOnly).toBe(true);
    const address = dialog.getByLabelText('Current address');
    await userEvent.clear(address);
    await userEvent.type(address, '7 Park Street, Kolkata');
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Profile updated successfully')).toBeDefined();
    expect(sent.find((one) => one.method === 'PATCH')?.body).toEqual({ address: '7 Park Street, Kolkata' });
    expect(screen.queryByRole('dialog')).toBeNull();
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
