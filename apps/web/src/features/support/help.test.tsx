// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answer, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { sampleMe } from '../../../test/samples.ts';
import { toast } from '../../ui/toast.tsx';

const PRICING: Answer = [
  200,
  {
    supportEmail: 'support@mohlat.example',
    grievanceOfficer: { name: 'Officer', phone: '1800 000 0000', email: 'grievance@mohlat.example' },
  },
];

const open = async (answers: Answers = {}, language: 'en' | 'hi' = 'en') => {
  const network = stubNetwork({ 'GET /me': [200, sampleMe()], 'GET /public/pricing': PRICING, ...answers });
  await openScreen(
    { path: '/dashboard/help', lazy: () => import('./help.tsx') },
    '/dashboard/help',
    language,
  );
  await screen.findByRole('heading', { level: 1 });
  return network;
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = async () => {
  await vi.waitFor(() => expect(field('Name').value).toBe('Asha Rao'));
  await userEvent.type(field('Subject'), 'My repayment');
  await userEvent.type(field('Message'), 'It is shown twice.');
};
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Message' }));

afterEach(() => {
  cleanup();
  toast.dismissAll();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe('Help & Support', () => {
  test('has its heading, both cards with their sentences, and the support e-mail', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Help & Support' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Contact Us' })).toBeDefined();
    expect(screen.getByText('Get in touch with our support team')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Frequently Asked Questions' })).toBeDefined();
    expect(screen.getByText('Find quick answers to common questions')).toBeDefined();
    const link = await screen.findByRole('link', { name: 'support@mohlat.example' });
    expect(link.getAttribute('href')).toBe('mailto:support@mohlat.example');
    expect(screen.getByRole('heading', { name: 'Grievance officer' })).toBeDefined();
  });

  test('answers four questions, of which one is open at a time', async () => {
    await open();
    const questions = [...document.querySelectorAll('details')];
    expect(questions).toHaveLength(4);
    // The platform closes the others: they share a name.
    expect(new Set(questions.map((one) => one.name)).size).toBe(1);
    expect(questions.every((one) => one.name !== '' && !one.open)).toBe(true);
    const said = questions.map((one) => one.textContent).join('\n');
    for (const fact of [
      '24-48 hours',
      'income and employment status, credit score and history, existing commitments and payment behaviour',
      'reviewed periodically',
      'late payment fees',
      'affect your credit score, reduce your limit and affect future loan approvals',
      'My Profile',
    ]) {
      expect(said).toContain(fact);
    }
  });

  test('without the address says that the form reaches the same team', async () => {
    await open({ 'GET /public/pricing': problem(400, 'bad_json', 'Broken.') });
    expect(await screen.findByText(/The form below reaches the same team/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send Message' })).toBeDefined();
  });

  test('speaks Hindi', async () => {
    await open({}, 'hi');
    expect(await screen.findByRole('heading', { name: 'मदद और सहायता' })).toBeDefined();
    expect(screen.getByText('KYC कैसे पूरा करूँ?')).toBeDefined();
  });
});

describe('the contact form', () => {
  test('lets the browser insist on all four fields, and on the shape of the e-mail', async () => {
    await open();
    expect(['Name', 'Email', 'Subject', 'Message'].map((label) => field(label).required)).toEqual(
      Array(4).fill(true),
    );
    expect(field('Email').type).toBe('email');
    expect(document.querySelector('form')?.noValidate).toBe(false);
  });

  test('fills in name and e-mail, which may be changed', async () => {
    const { sent } = await open({ 'POST /support/messages': [201, { ticket: 'M-7K4D-9QTX' }] });
    await write();
    expect(field('Email').value).toBe('asha@example.in');
    await userEvent.clear(field('Email'));
    expect(field('Email').value).toBe('');
    await userEvent.type(field('Email'), 'other@example.in');
    await send();
    await screen.findByText(/M-7K4D-9QTX/);
    expect(sent.find((one) => one.path === '/support/messages')?.body).toEqual({
      name: 'Asha Rao',
      email: 'other@example.in',
      subject: 'My repayment',
      message: 'It is shown twice.',
    });
  });

  test('says Message Sent, clears the text and leaves the ticket number on the page', async () => {
    await open({ 'POST /support/messages': [201, { ticket: 'M-7K4D-9QTX' }] });
    await write();
    await send();
    expect(await screen.findByText('M-7K4D-9QTX')).toBeDefined();
    expect(screen.getByText('Your ticket number')).toBeDefined();
    expect(screen.getByText('We have mailed it to asha@example.in.')).toBeDefined();
    const echo = within(screen.getByRole('region', { name: /Messages/ }));
    expect(await echo.findByText('Message Sent')).toBeDefined();
    expect(echo.getByText("We'll get back to you as soon as possible.")).toBeDefined();
    expect(field('Subject').value).toBe('');
    expect(field('Message').value).toBe('');
    expect(field('Name').value).toBe('Asha Rao');
  });

  test('keeps what was typed when it could not be sent, also over a reload', async () => {
    await open({ 'POST /support/messages': new TypeError('offline') });
    await write();
    await send();
    expect(await screen.findByText('The message was not sent. What you wrote is still here.')).toBeDefined();
    expect(field('Message').value).toBe('It is shown twice.');
    cleanup();
    await open();
    expect(field('Message').value).toBe('It is shown twice.');
  });

  test('puts the server’s refusal on its field', async () => {
    const refusal = problem(422, 'validation_failed', 'Some fields need your attention.', [
      { path: 'email', message: 'Please enter a valid email address' },
    ]);
    await open({ 'POST /support/messages': refusal });
    await write();
    await send();
    expect(await screen.findByRole('link', { name: 'Please enter a valid email address' })).toBeDefined();
    expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  });

  test('says when there were too many messages', async () => {
    await open({
      'POST /support/messages': problem(
        429,
        'too_many_requests',
        'Too many tries. Wait a little and try again.',
      ),
    });
    await write();
    await send();
    expect(await screen.findByText('Too many tries. Wait a little and try again.')).toBeDefined();
  });
});
