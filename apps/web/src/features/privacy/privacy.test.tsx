// @vitest-environment jsdom
import {
  CONSENT_PURPOSES,
  CONSENTS,
  type ClosurePreview,
  type ConsentItem,
  type Preferences,
} from '@mohlat/contract';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { toast } from '../../ui/toast.tsx';
import { Component as AccountClosed } from './account-closed.tsx';
// It comes with a press; here it is compiled beforehand.
import './close-account.tsx';

const AT = '2026-11-18T06:00:00Z';

function consent(purpose: ConsentItem['purpose'], status: ConsentItem['status']): ConsentItem {
  const { version, wording, stops, whenWithdrawn } = CONSENTS[purpose];
  return {
    purpose,
    version,
    wording: wording.en,
    status,
    given:
      status === 'never_given'
        ? null
        : { version, wording: wording.en, at: AT, withdrawnAt: status === 'withdrawn' ? AT : null },
    times: status === 'never_given' ? 0 : 1,
    stops,
    whenWithdrawn: whenWithdrawn.en,
  };
}

const centre = (report: ConsentItem['status']) => ({
  items: CONSENT_PURPOSES.map((purpose) =>
    consent(purpose, purpose === 'bureau_pull' ? report : 'never_given'),
  ),
});

const preferences: Preferences = {
  language: null,
  theme: 'system',
  channels: { email: true, sms: true, inApp: true },
  quietHours: null,
  salaryDay: 1,
  updatedAt: null,
};

const preview: ClosurePreview = {
  blockers: [],
  needsSignIn: false,
  forfeits: { rewardsPaise: 0, remainderPaise: 0 },
  erased: ['notifications and preferences'],
  kept: [
    { what: 'your identity record', why: 'rules against money laundering', until: '2031-11-20' },
    { what: 'a coded form of your PAN', why: 'against fraud', until: null },
  ],
};

const open = async (answers: Answers = {}, language: 'en' | 'hi' = 'en') => {
  const network = stubNetwork({
    'GET /me/consents': [200, centre('given')],
    'GET /me/preferences': [200, preferences],
    'GET /me/closure': [200, preview],
    ...answers,
  });
  await openScreen(
    { path: '/dashboard/privacy', lazy: () => import('./privacy.tsx') },
    '/dashboard/privacy',
    language,
  );
  return network;
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

describe('consents', () => {
  const PUT = 'PUT /me/consents';
  const report = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Credit report/ });

  test('one that is asked at its moment and never was has no switch; offers have one, and it is off', async () => {
    await open();
    expect((await report()).checked).toBe(true);
    expect(screen.getByText('Given Wed, 18 Nov, version 1')).toBeDefined();
    expect(screen.queryByRole('switch', { name: /^Camera/ })).toBeNull();
    expect(screen.getByText(/^Asked when needed: .*Camera/)).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Offers and news/ }).checked).toBe(false);
  });

  test('is taken back after one question that says what stops, and the page says so afterwards', async () => {
    const { sent } = await open({ [PUT]: [200, centre('withdrawn')] });
    await userEvent.click(await report());
    const question = within(await screen.findByRole('dialog', { name: 'Take back: Credit report?' }));
    expect(question.getByText(CONSENTS.bureau_pull.whenWithdrawn.en)).toBeDefined();
    expect(question.getByText(CONSENTS.bureau_pull.wording.en)).toBeDefined();
    await userEvent.click(question.getByRole('button', { name: 'Take it back' }));
    expect(await screen.findByText('New payments are stopped')).toBeDefined();
    expect((await report()).checked).toBe(false);
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
      consents: [{ purpose: 'bureau_pull', given: false }],
      language: 'en',
    });
  });

  test('keeping it sends nothing, and a refusal is said beside the question', async () => {
    const { sent } = await open({ [PUT]: problem(503, 'service_unavailable', 'Not now.') });
    await userEvent.click(await report());
    await userEvent.click(
      within(await screen.findByRole('dialog'))
        .getAllByRole('button', { name: 'Keep it' })
        .at(-1)!,
    );
    expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
    await userEvent.click(await report());
    await userEvent.click(screen.getByRole('button', { name: 'Take it back' }));
    expect(await screen.findByText('Not now.')).toBeDefined();
    await userEvent.click(screen.getAllByRole('button', { name: 'Keep it' }).at(-1)!);
    expect((await report()).checked).toBe(true);
  });

  test('that could not be read can be asked for again, while the rest of the page works', async () => {
    const { answers } = await open({ 'GET /me/consents': problem(400, 'bad_json', 'Broken.') });
    expect(await screen.findByText('Broken.')).toBeDefined();
    expect(await screen.findByRole('switch', { name: 'By SMS' })).toBeDefined();
    answers['GET /me/consents'] = [200, centre('given')];
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await report()).toBeDefined();
  });

  test('are asked in Hindi, in the words that are then kept', async () => {
    await open({ 'GET /me/consents': [200, centre('withdrawn')] }, 'hi');
    const title = CONSENTS.bureau_pull.title.hi;
    await userEvent.click(await screen.findByRole('switch', { name: new RegExp(`^${title}`) }));
    const question = within(await screen.findByRole('dialog', { name: `सहमति दें: ${title}?` }));
    expect(question.getByText(CONSENTS.bureau_pull.wording.hi)).toBeDefined();
  });
});

describe('preferences', () => {
  const PUT = 'PUT /me/preferences';

  test('take effect at once', async () => {
    const stored = { ...preferences, channels: { ...preferences.channels, sms: false } };
    const { sent } = await open({ [PUT]: [200, stored] });
    const sms = await screen.findByRole<HTMLInputElement>('switch', { name: 'By SMS' });
    await userEvent.click(sms);
    expect(sms.checked).toBe(false);
    await vi.waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ channels: { sms: false } }),
    );
  });

  test('the salary day is changed, or taken back', async () => {
    const { sent } = await open({ [PUT]: [200, { ...preferences, salaryDay: 'none' }] });
    const day = await screen.findByLabelText<HTMLSelectElement>('Day of the month your salary comes');
    expect(day.value).toBe('1');
    await userEvent.selectOptions(day, 'Not said');
    expect(day.value).toBe('');
    await vi.waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ salaryDay: 'none' }),
    );
  });

  test('that were not saved go back to what they were, with the reason', async () => {
    await open({ [PUT]: problem(503, 'service_unavailable', 'Not now.') });
    const quiet = await screen.findByRole<HTMLInputElement>('switch', { name: /^Quiet hours/ });
    await userEvent.click(quiet);
    expect(await screen.findByText('The change was not saved')).toBeDefined();
    expect(quiet.checked).toBe(false);
  });

  test('given two switches that both fail, then they show what is stored', async () => {
    await open({ [PUT]: problem(503, 'service_unavailable', 'Not now.') });
    const email = await screen.findByRole<HTMLInputElement>('switch', { name: 'By email' });
    const sms = screen.getByRole<HTMLInputElement>('switch', { name: 'By SMS' });
    act(() => {
      email.click();
      sms.click();
    });
    await vi.waitUntil(() => screen.queryAllByText('The change was not saved').length === 2);
    await vi.waitFor(() => expect([email.checked, sms.checked]).toEqual([true, true]));
  });
});

describe('closing the account', () => {
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Close account' }));
    return within(await screen.findByRole('dialog', { name: 'Close your account?' }));
  };

  test('shows what goes and what stays, and waits for the word', async () => {
    const { sent } = await open();
    const dialog = await ask();
    expect(await dialog.findByText('your identity record, until 20 Nov 2031')).toBeDefined();
    expect(dialog.getByText('a coded form of your PAN, for good')).toBeDefined();
    await userEvent.type(dialog.getByLabelText('Type DELETE to confirm'), 'delete');
    await userEvent.click(dialog.getByRole('button', { name: 'Close for good' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Type the word DELETE');
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  test('given another word, when Enter is pressed, then it is said aloud and leads to the field', async () => {
    await open();
    const dialog = await ask();
    const field = await dialog.findByLabelText('Type DELETE to confirm');
    await userEvent.type(field, 'close{Enter}');
    await vi.waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('alert')));
    await userEvent.click(dialog.getByRole('link', { name: 'Type the word DELETE' }));
    expect(document.activeElement).toBe(field);
  });

  test('given the word, when Enter is pressed, then the account is closed', async () => {
    const { sent } = await open({ 'DELETE /me': [200, { closedAt: AT, erased: [], kept: [] }] });
    const dialog = await ask();
    await userEvent.type(await dialog.findByLabelText('Type DELETE to confirm'), 'DELETE{Enter}');
    await vi.waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true));
    expect(await screen.findByText('elsewhere')).toBeDefined();
  });

  test('says what stands in the way, how much it is and where to go', async () => {
    await open({
      'GET /me/closure': [
        200,
        {
          ...preview,
          blockers: [{ code: 'money_owed', text: 'You still owe money.', amountPaise: 306_000, count: 1 }],
        },
      ],
    });
    const dialog = await ask();
    expect(await dialog.findByText('Not yet: ₹3,060')).toBeDefined();
    expect(dialog.getByRole('link', { name: 'Repay' }).getAttribute('href')).toBe('/dashboard/payments');
    expect(dialog.queryByRole('button', { name: 'Close for good' })).toBeNull();
  });

  test('given unused rewards, when it is opened, then it says what is lost before it can be closed', async () => {
    const forfeits = { rewardsPaise: 1300, remainderPaise: 0 };
    await open({ 'GET /me/closure': [200, { ...preview, forfeits }] });
    const dialog = await ask();
    expect(await dialog.findByText('You lose ₹13')).toBeDefined();
    expect(dialog.getByText(/used in a repayment only, and are not paid out/)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Close for good' })).toBeDefined();
  });

  test('asks for a new log-in when the last one is long ago', async () => {
    await open({ 'GET /me/closure': [200, { ...preview, needsSignIn: true }] });
    const dialog = await ask();
    expect(await dialog.findByRole('button', { name: 'Log in again' })).toBeDefined();
    expect(dialog.queryByLabelText('Type DELETE to confirm')).toBeNull();
  });

  test('that could not be looked at says so', async () => {
    await open({ 'GET /me/closure': problem(400, 'bad_json', 'Broken.') });
    const dialog = await ask();
    expect(await dialog.findByText('Broken.')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Retry' })).toBeDefined();
  });

  test('ends on a page that says, after a reload too, where the answer is', async () => {
    stubNetwork({});
    await openScreen({ path: '/account-closed', Component: AccountClosed }, '/account-closed');
    expect(await screen.findByRole('heading', { name: 'Your account is closed' })).toBeDefined();
    expect(screen.getByText(/stands in the mail we sent you/)).toBeDefined();
  });
});

test('a copy that was not made says why', async () => {
  await open({ 'GET /me/export': problem(429, 'too_many_requests', 'Too many tries.') });
  await userEvent.click(await screen.findByRole('button', { name: 'Download PDF' }));
  expect(await screen.findByText('The copy was not made')).toBeDefined();
  expect(screen.getByText('Too many tries.')).toBeDefined();
});

test('a copy after a log-in of long ago asks for a new one', async () => {
  await open({ 'GET /me/export': problem(403, 'sign_in_again', 'For your safety, log in again.') });
  await userEvent.click(await screen.findByRole('button', { name: 'Download PDF' }));
  expect(await screen.findByRole('button', { name: 'Log in again' })).toBeDefined();
});
