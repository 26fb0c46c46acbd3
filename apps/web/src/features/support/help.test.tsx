// @vitest-environment jsdom
import type { SupportRequest, SupportThread } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { holdNetwork, problem, stubNetwork, type Answer, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { pressTwice } from '../../../test/press-twice.ts';
import { sampleMe } from '../../../test/samples.ts';
import { expectRetry } from '../../../test/waiting-part.tsx';
import { toast } from '../../ui/toast.tsx';
import { Requests } from './requests.tsx';

const PRICING: Answer = [
  200,
  {
    supportEmail: 'support@mohlat.example',
    coolingOffDays: 17,
    late: { graceDays: 13, bouncePaise: 77_700 },
    grievanceOfficer: { name: 'Officer', phone: '1800 000 0000', email: 'grievance@mohlat.example' },
  },
];

const REQUEST: SupportRequest = {
  id: '019aa000-0000-7000-8000-000000000001',
  ticket: 'M-7K4D-9QTX',
  subject: 'My repayment',
  status: 'answered',
  createdAt: '2026-11-19T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
  hasNews: true,
};
const THREAD: SupportThread = {
  ...REQUEST,
  lines: [
    { id: REQUEST.id, from: 'sender', text: 'It is shown twice.', at: REQUEST.createdAt },
    { id: REQUEST.id.replace(/1$/, '2'), from: 'support', text: 'It was sent once.', at: REQUEST.updatedAt },
  ],
};
const LISTED: Answers = { 'GET /support/requests': [200, { items: [REQUEST], nextCursor: null }] };

const open = async (answers: Answers = {}, language: 'en' | 'hi' = 'en', address = '/dashboard/help') => {
  const network = stubNetwork({
    'GET /me': [200, sampleMe()],
    'GET /public/pricing': PRICING,
    'GET /support/requests': [200, { items: [], nextCursor: null }],
    ...answers,
  });
  await openScreen({ path: '/dashboard/help', lazy: () => import('./help.tsx') }, address, language);
  await screen.findByRole('heading', { level: 1 });
  return network;
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = async () => {
  await vi.waitFor(() => expect(field('Name').value).toBe('Asha Rao'));
  await userEvent.type(field('Subject'), 'My repayment');
  await userEvent.type(field('Message'), 'It is shown twice.');
};
const MAYBE = 'We do not know whether the message arrived. What you wrote is still here.';
/** With a double press: one message each. */
const send = () => pressTwice(screen.getByRole('button', { name: 'Send Message' }));

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  toast.dismissAll();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('given the requests without an answer, then it says so, and after 15 s offers a retry', () =>
  expectRetry(<Requests />));

describe('Help & Support', () => {
  test('SPEC-2.support-mail: has its heading, both cards with their sentences, and the support e-mail', async () => {
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

  test('given a link that says to write to us, when it opens the page, then the form is in sight', async () => {
    const seen: string[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      seen.push(this.id);
    };
    await open({}, 'en', '/dashboard/help#contact');
    expect(seen).toEqual(['contact']);
    cleanup();
    await open();
    expect(seen).toEqual(['contact']);
  });

  test('SPEC-2.faq-one-open, SPEC-9.faq-late, SPEC-9.faq-limit: answers four questions, of which one is open at a time', async () => {
    await open();
    const questions = [...document.querySelectorAll('details')];
    expect(questions).toHaveLength(4);
    // The platform closes the others: they share a name.
    expect(new Set(questions.map((one) => one.name)).size).toBe(1);
    expect(questions.every((one) => one.name !== '' && !one.open)).toBe(true);
    const said = questions.map((one) => one.textContent).join('\n');
    for (const question of [
      'How do I complete KYC?',
      'How does the credit limit work?',
      'What happens on delayed repayment?',
      'How do I update my profile or bank information?',
    ]) {
      expect(screen.getByText(question).tagName).toBe('SUMMARY');
    }
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

  test('given other terms in force, then the answers name those', async () => {
    await open();
    const said = () => [...document.querySelectorAll('details')].map((one) => one.textContent).join('\n');
    await vi.waitFor(() => expect(said()).toContain('Days of grace after the due date: 13. Then late'));
    await userEvent.type(field('Search the answers'), '777');
    await vi.waitFor(() => expect(said()).toContain('costs ₹777, once per instalment.'));
    await userEvent.clear(field('Search the answers'));
    await userEvent.type(field('Search the answers'), 'take a payment back');
    await vi.waitFor(() => expect(said()).toContain('midnight of the last of 17 days after'));
  });

  test('given that the terms in force cannot be had, then an answer leaves them out', async () => {
    await open({ 'GET /public/pricing': problem(503, 'busy', 'Busy.') }, 'hi');
    const said = [...document.querySelectorAll('details')].map((one) => one.textContent).join('\n');
    expect(said).toContain('फिर देरी का शुल्क लगता है');
    expect(said).not.toMatch(/\{\w+\}|छूट के दिन/u);
  });

  test('finds among all answers what the person searches for, and says when there is none', async () => {
    await open();
    const search = field('Search the answers');
    await userEvent.type(search, 'autopay');
    await vi.waitFor(() => expect(screen.getByText(/^\d+ answers?$/)).toBeDefined());
    expect([...document.querySelectorAll('details')].every((one) => /autopay/i.test(one.textContent))).toBe(
      true,
    );
    await userEvent.clear(search);
    await userEvent.type(search, 'zebra');
    expect(await screen.findByText('No answer has these words. Write to us on this page.')).toBeDefined();
    await userEvent.clear(search);
    expect(document.querySelectorAll('details')).toHaveLength(4);
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
  test('SPEC-2.contact-fields, SPEC-5.contact-required, SPEC-5.contact-email: lets the browser insist on all four fields, and on the shape of the e-mail', async () => {
    await open();
    expect(['Name', 'Email', 'Subject', 'Message'].map((label) => field(label).required)).toEqual(
      Array(4).fill(true),
    );
    expect(field('Email').type).toBe('email');
    expect(document.querySelector('form')?.noValidate).toBe(false);
  });

  test('fills in name and e-mail, which may be changed', async () => {
    const { sent } = await open({
      'POST /support/requests': [201, { id: REQUEST.id, ticket: 'M-7K4D-9QTX' }],
    });
    await write();
    expect(field('Email').value).toBe('asha@example.in');
    await userEvent.clear(field('Email'));
    expect(field('Email').value).toBe('');
    await userEvent.type(field('Email'), 'other@example.in');
    send();
    await screen.findByText(/M-7K4D-9QTX/);
    const posted = sent.filter((one) => one.method === 'POST').map((one) => one.body);
    expect(posted).toEqual([
      {
        name: 'Asha Rao',
        email: 'other@example.in',
        subject: 'My repayment',
        message: 'It is shown twice.',
      },
    ]);
  });

  test('says Message Sent, clears the text and leaves the ticket number on the page', async () => {
    await open({ 'POST /support/requests': [201, { id: REQUEST.id, ticket: 'M-7K4D-9QTX' }] });
    await write();
    send();
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

  test('given a message under way, when more is typed, then nothing is added to what will be cleared', async () => {
    await open({ 'POST /support/requests': [201, { id: REQUEST.id, ticket: 'M-7K4D-9QTX' }] });
    await write();
    const arrive = holdNetwork();
    send();
    await screen.findByText('Sending...');
    await userEvent.type(field('Message'), ' And one thing more.');
    expect(field('Message').value).toBe('It is shown twice.');
    arrive();
    await screen.findByText('M-7K4D-9QTX');
    await userEvent.type(field('Message'), 'And one thing more.');
    expect(field('Message').value).toBe('And one thing more.');
  });

  test('keeps what was typed when it could not be sent, also over a reload', async () => {
    await open({ 'POST /support/requests': new TypeError('offline') });
    await write();
    send();
    expect(await screen.findByText(MAYBE)).toBeDefined();
    expect(field('Message').value).toBe('It is shown twice.');
    cleanup();
    await open();
    expect(field('Message').value).toBe('It is shown twice.');
  });

  test('puts the server’s refusal on its field', async () => {
    const refusal = problem(422, 'validation_failed', 'Some fields need your attention.', [
      { path: 'email', message: 'Please enter a valid email address' },
    ]);
    await open({ 'POST /support/requests': refusal });
    await write();
    send();
    expect(await screen.findByRole('link', { name: 'Please enter a valid email address' })).toBeDefined();
    expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  });

  test('says when there were too many messages', async () => {
    await open({
      'POST /support/requests': problem(
        429,
        'too_many_requests',
        'Too many tries. Wait a little and try again.',
      ),
    });
    await write();
    send();
    expect(await screen.findByText('Too many tries. Wait a little and try again.')).toBeDefined();
  });
});

describe('your requests', () => {
  const address = `/dashboard/help?request=${REQUEST.id}`;
  const one = (answer: Answer): Answers => ({ [`GET /support/requests/${REQUEST.id}`]: answer });

  test('are empty at first, and say so when they cannot be loaded', async () => {
    await open();
    expect(await screen.findByText('You have not written to us yet.')).toBeDefined();
    cleanup();
    await open({ 'GET /support/requests': problem(400, 'bad_json', 'Broken.') });
    expect(await screen.findByText('Your requests could not be loaded')).toBeDefined();
  });

  test('list what was asked and whether there is a new answer', async () => {
    await open(LISTED);
    const row = await screen.findByRole('link', { name: /My repayment/ });
    expect(row.textContent).toContain('M-7K4D-9QTX');
    expect(row.textContent).toContain('New answer');
    expect(row.getAttribute('href')).toBe(address);
  });

  test('show the conversation, and send what is written again', async () => {
    const again = {
      id: REQUEST.id.replace(/1$/, '3'),
      from: 'sender' as const,
      text: 'Thank you.',
      at: REQUEST.updatedAt,
    };
    const { sent } = await open(
      {
        ...LISTED,
        ...one([200, THREAD]),
        [`POST /support/requests/${REQUEST.id}/replies`]: [
          201,
          { ...THREAD, status: 'open', lines: [...THREAD.lines, again] },
        ],
      },
      'en',
      address,
    );
    expect(await screen.findByText('It was sent once.')).toBeDefined();
    expect(screen.getByText('Our support team')).toBeDefined();
    await userEvent.type(field('Write again'), 'Thank you.');
    send();
    expect(await screen.findByText('With our team')).toBeDefined();
    expect(field('Write again').value).toBe('');
    const replies = sent.filter(({ path }) => path.endsWith('/replies')).map(({ body }) => body);
    expect(replies).toEqual([{ message: 'Thank you.' }]);
  });

  test('given an answer under way, when more is typed, then nothing is added to what will be cleared', async () => {
    const replies = `POST /support/requests/${REQUEST.id}/replies`;
    await open({ ...LISTED, ...one([200, THREAD]), [replies]: [201, THREAD] }, 'en', address);
    await userEvent.type(await screen.findByLabelText('Write again'), 'Thank you.');
    const arrive = holdNetwork();
    send();
    await screen.findByText('Sending...');
    await userEvent.type(field('Write again'), ' One thing more.');
    expect(field('Write again').value).toBe('Thank you.');
    arrive();
    await vi.waitFor(() => expect(field('Write again').value).toBe(''));
  });

  test('keep what was typed when it could not be sent, also over a reload', async () => {
    const answers = {
      ...LISTED,
      ...one([200, THREAD]),
      [`POST /support/requests/${REQUEST.id}/replies`]: new TypeError('offline'),
    };
    await open(answers, 'en', address);
    await userEvent.type(await screen.findByLabelText('Write again'), 'Thank you.');
    send();
    expect(await screen.findByText(MAYBE)).toBeDefined();
    cleanup();
    await open(answers, 'en', address);
    expect((await screen.findByLabelText<HTMLInputElement>('Write again')).value).toBe('Thank you.');
  });

  test('say in Hindi that a closed one opens again', async () => {
    await open({ ...LISTED, ...one([200, { ...THREAD, status: 'closed' }]) }, 'hi', address);
    expect(await screen.findByText('यह अनुरोध बंद है। लिखने पर यह फिर खुल जाएगा।')).toBeDefined();
  });
});
