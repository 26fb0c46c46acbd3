// @vitest-environment jsdom
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answer, type Answers } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import {
  beforeKyc,
  ID,
  sampleBill,
  sampleCard,
  sampleForeclosure,
  sampleKyc,
  sampleMe,
  samplePayment,
  sampleQuote,
} from '../../test/samples.ts';
import { sampleSession } from '../../test/session.ts';
import { auth } from '../lib/auth-client.ts';
import { toast } from '../ui/toast.tsx';
import { adminRoutes } from './admin-routes.tsx';
import { Component as DashboardLayout } from './dashboard-layout.tsx';
import { Component as FocusedLayout } from './focused-layout.tsx';
import { routes } from './routes.tsx';
// They come when they are wanted; here they are compiled beforehand.
import './session-ended.tsx';

const press = async (name: string | RegExp) => {
  const [button] = await screen.findAllByRole('button', { name });
  await userEvent.click(button!);
};
const tick = async (name?: RegExp) =>
  userEvent.click(await screen.findByRole('checkbox', name === undefined ? {} : { name }));
const choose = async (name: RegExp) => userEvent.click(await screen.findByRole('radio', { name }));

const FEATURES_FOLDER = join(import.meta.dirname, '../features');
const THREAD = {
  id: ID.session,
  ticket: 'M-7K4D-9QTX',
  subject: 'My repayment',
  status: 'answered',
  createdAt: '2026-11-19T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
  hasNews: false,
};
const CREDIT = {
  state: 'active',
  stateReason: null,
  limitPaise: 2_500_000,
  usedPaise: 0,
  availablePaise: 2_500_000,
  usedPercent: 0,
  score: 782,
  assessment: null,
  reasons: [],
  factors: [],
  whatIf: [],
  offer: null,
  estimatePaise: null,
  retryAfter: null,
  reportDate: null,
  isReportStale: false,
  reviewDate: null,
  evidence: null,
};
const USER = {
  id: 'u1',
  aud: 'authenticated',
  email: 'asha@example.in',
  app_metadata: {},
  user_metadata: {},
};

/** The answers that the screens of the table read. */
const READY: Answers = {
  'GET /me': [200, sampleMe()],
  'GET /kyc': [200, sampleKyc(['pan', 'aadhaar'])],
  'GET /cards': page([sampleCard]),
  'GET /bank-accounts': page([]),
  'GET /payments': page([]),
  'GET /repayments': page([]),
  'GET /mandates': page([]),
  'GET /credit': [200, CREDIT],
  'GET /notifications': [200, { items: [], nextCursor: null, unreadCount: 0 }],
  'GET /support/requests': [200, { items: [THREAD], nextCursor: null }],
  [`GET /support/requests/${THREAD.id}`]: [
    200,
    { ...THREAD, lines: [{ id: THREAD.id, from: 'sender', text: 'Shown twice.', at: THREAD.createdAt }] },
  ],
  [`POST /support/requests/${THREAD.id}/read`]: [204, null],
  [`GET /payments/${ID.payment}`]: [200, samplePayment()],
  [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
  [`GET /payments/${ID.payment}/hardship`]: [200, { hardship: null, canTell: true }],
  [`POST /cards/${ID.card}/bill`]: [200, sampleBill()],
  'POST /payments/quote': [200, sampleQuote()],
  'GET /ifsc/HDFC0000001': problem(404, 'not_found', 'We could not find this.'),
  'GET /auth/v1/user': [200, { ...USER, identities: [], factors: [] }],
  'GET /auth/v1/factors/recovery-codes': [200, { id: 'r', type: 'recovery_code', total: 0, remaining: 0 }],
  'GET /me/sessions': [200, { items: [], leftOutCount: 0 }],
  'GET /me/consents': [200, { items: [] }],
  'GET /me/preferences': [
    200,
    { language: null, theme: 'system', channels: { email: true, sms: true, inApp: true }, quietHours: null },
  ],
  'GET /me/closure': [
    200,
    {
      blockers: [],
      needsSignIn: false,
      forfeits: { rewardsPaise: 0, remainderPaise: 0 },
      erased: [],
      kept: [],
    },
  ],
};

interface Form {
  /** The file under src/features that draws it. */
  readonly file: string;
  readonly path: string;
  readonly answers?: Answers;
  /** From the open screen to the form. */
  readonly open?: () => Promise<unknown>;
  /** By label. */
  readonly typed: Readonly<Record<string, string>>;
}

const PLAN = `/dashboard/payments/${ID.payment}`;
const FORMS: readonly Form[] = [
  {
    file: 'me/onboarding/onboarding.tsx',
    path: '/onboarding',
    answers: { 'GET /me': [200, sampleMe({ onboardingComplete: false })] },
    typed: { 'Full name': 'Asha R', 'PAN number': 'ABCPR1234A' },
  },
  {
    file: 'me/profile/profile-form.tsx',
    path: '/dashboard/profile',
    open: () => press('Edit'),
    typed: { 'Current address': '7 Park Street, Kolkata' },
  },
  {
    file: 'bank-accounts/link-bank-account.tsx',
    path: '/dashboard/profile',
    open: () => press('Add Account'),
    typed: {
      'Account holder name': 'Asha R',
      'Account number': '50100123454021',
      'Confirm account number': '50100123454021',
      'IFSC code': 'HDFC0000001',
    },
  },
  {
    file: 'cards/name-card.tsx',
    path: '/dashboard/profile',
    open: () => press(/^(Name it|Rename): /),
    typed: { Nickname: 'Travel' },
  },
  {
    file: 'payments/pay-bill/new-card-form.tsx',
    path: '/dashboard/pay-bill',
    open: () => choose(/Another card/),
    typed: { 'Card number': '4111 1111 0009 4021', 'Name on card': 'ASHA R', Expiry: '12/39', CVV: '123' },
  },
  {
    file: 'payments/pay-bill/amount-step.tsx',
    path: `/dashboard/pay-bill?card=${ID.card}&step=2`,
    open: () => choose(/Another amount/),
    typed: { 'Bill amount': '9,000' },
  },
  {
    file: 'payments/pay-bill/confirm-step.tsx',
    path: `/dashboard/pay-bill?card=${ID.card}&step=3`,
    open: () => tick(),
    typed: {},
  },
  {
    file: 'repayments/repay/repay-dialog.tsx',
    path: PLAN,
    open: () => press('Other amount').then(() => choose(/Another amount/)),
    typed: { Amount: '1,234' },
  },
  {
    file: 'repayments/early/part-dialog.tsx',
    path: PLAN,
    open: () => press('See what changes'),
    typed: { Amount: '1,234' },
  },
  {
    file: 'hardships/hardship-dialog.tsx',
    path: PLAN,
    open: () => press('I cannot pay on time').then(() => choose(/Illness/)),
    typed: { 'Anything we should know? (optional)': 'Two weeks in hospital' },
  },
  {
    file: 'testimonials/leave-sentence.tsx',
    path: PLAN,
    answers: {
      [`GET /payments/${ID.payment}`]: [
        200,
        samplePayment({
          status: 'completed',
          outstandingPaise: 0,
          nextDue: null,
          ending: { kind: 'repaid', on: '2027-02-20' },
        }),
      ],
      [`GET /payments/${ID.payment}/testimonial`]: [200, { canGive: true, given: null }],
    },
    open: () => press('Tell others how it was'),
    typed: { 'Your sentence': 'The total was what I had seen before.' },
  },
  {
    file: 'kyc/pan-step.tsx',
    path: '/dashboard/kyc-verification',
    answers: { 'GET /me': [200, beforeKyc()], 'GET /kyc': [200, sampleKyc()] },
    typed: { 'PAN number': 'ABCPR1234A' },
  },
  {
    file: 'kyc/aadhaar-step.tsx',
    path: '/dashboard/kyc-verification',
    answers: { 'GET /me': [200, beforeKyc()], 'GET /kyc': [200, sampleKyc(['pan'])] },
    typed: { 'Aadhaar number': '9999 4105 7058' },
  },
  {
    file: 'credit/evidence-form.tsx',
    path: '/dashboard/credit',
    open: () => press('Send a document'),
    typed: { 'Net monthly income it shows': '85,000' },
  },
  { file: 'credit/ask-card.tsx', path: '/dashboard/credit', open: () => tick(), typed: {} },
  {
    file: 'kyc/video-asking.tsx',
    path: '/dashboard/kyc-verification?step=3',
    open: () => tick(/short video of me/),
    typed: {},
  },
  {
    file: 'security/change-password.tsx',
    path: '/dashboard/security',
    open: () => press('Change password'),
    typed: { 'Current password': 'the old one', 'New password': 'a quiet river stone' },
  },
  {
    file: 'privacy/close-account.tsx',
    path: '/dashboard/privacy',
    open: () => press('Close account'),
    typed: { 'Type DELETE to confirm': 'DELE' },
  },
  {
    file: 'support/contact-form.tsx',
    path: '/dashboard/help',
    typed: { Subject: 'My repayment', Message: 'It is shown twice.' },
  },
  {
    file: 'support/conversation.tsx',
    path: `/dashboard/help?request=${THREAD.id}`,
    typed: { 'Write again': 'And once more.' },
  },
];

/** Files with a field and no form that could be half filled in. */
const NO_FORMS: Readonly<Record<string, string>> = {
  'payments/pay-bill/bill-name-question.tsx': 'a question of confirm-step.tsx, asked anew with each price',
  'privacy/quiet-hours.tsx': 'times, stored a moment after they are typed',
  'rewards/use-rewards.tsx': 'a choice of repay-dialog.tsx, made anew with each amount',
  'security/add-passkey.tsx': 'a name for a key that is made with the same press',
  'security/set-up-app.tsx': 'a code that is good for half a minute',
  'security/set-up-number.tsx': 'a number, and the code that was sent to it',
  'support/help.tsx': 'a search',
};

const inside = (path: string) =>
  (routes[0]?.children ?? []).find((route) => route.path === path)?.children ?? [];
function screenAt(path: string): RouteObject {
  if (path === '/onboarding')
    return {
      Component: FocusedLayout,
      children: [{ path, lazy: () => import('../features/me/onboarding/onboarding.tsx') }],
    };
  if (path.startsWith('/admin/')) return adminRoutes[0]!;
  return { path: '/dashboard', Component: DashboardLayout, children: inside('dashboard') };
}

const OVER: Answer = [400, { error_code: 'session_expired', msg: 'over' }];
const unheard = problem(401, 'unauthenticated', 'Log in again.');

/** From one moment on every call is refused, and no new token is given, but for a password. */
function sessionOf(answers: Answers) {
  let isOver = false;
  const guarded = Object.entries(answers).map(([key, answer]) => [
    key,
    (sent: Parameters<Extract<Answers[string], (...asked: never) => unknown>>[0]) => {
      if (isOver) return unheard;
      return typeof answer === 'function' ? answer(sent) : (answer as Answer);
    },
  ]);
  stubNetwork({
    ...(Object.fromEntries(guarded) as Answers),
    'POST /auth/v1/token': ({ path }) => {
      if (isOver && path.includes('refresh_token')) return OVER;
      isOver = false;
      return [200, sampleSession(Date.now())];
    },
  });
  return { end: () => (isOver = true) };
}

/** Also what stands behind a dialog. */
const fieldOf = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label).at(-1)!;
const whatStands = () =>
  [
    ...document.querySelectorAll<HTMLInputElement>(
      'main input, main textarea, [role=dialog] input, [role=dialog] textarea',
    ),
  ]
    .filter(({ type }) => type !== 'file')
    .map(({ type, checked, value }) =>
      type === 'checkbox' || type === 'radio' ? `${value} ${checked}` : value,
    );

async function logInAgain(): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
  await userEvent.type(within(dialog).getByLabelText('Password'), 'x');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Log In' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull());
}

beforeEach(() => localStorage.clear());
afterEach(async () => {
  toast.dismissAll();
  cleanup();
  stubNetwork({ 'POST /auth/v1/logout': [204, null] });
  await auth.signOut({ scope: 'local' });
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('every form of a signed-in person is in the table', () => {
  const drawn = readdirSync(FEATURES_FOLDER, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    // Before a session there is none to end; the staff's forms stand in one frame, which is proven by one of them.
    .filter((file) => file.endsWith('.tsx') && !/^(auth|admin-)|\.test\./.test(file))
    .filter((file) => /<(?:\w+Field|Checkbox)\b/.test(readFileSync(join(FEATURES_FOLDER, file), 'utf8')));
  const known = new Set([...FORMS.map(({ file }) => file), ...Object.keys(NO_FORMS)]);
  expect(drawn.filter((file) => !known.has(file))).toEqual([]);
});

const TICKET = {
  ...THREAD,
  name: 'Asha Rao',
  email: 'asha@example.in',
  account: null,
  assignee: null,
  language: 'en',
  lines: [],
  version: 1,
};
const STAFF: Form = {
  file: 'admin-support/ticket.tsx',
  path: `/admin/support/${TICKET.id}`,
  answers: {
    'GET /admin/me': [
      200,
      { id: ID.user, name: 'Lata Iyer', email: '', roles: ['support'], stepUpUntil: null },
    ],
    [`GET /admin/support/messages/${TICKET.id}`]: [200, TICKET],
  },
  typed: { 'Your answer': 'It was sent once.' },
};

/** Forms of a feature that was deleted are left out. */
const STANDING = [...FORMS, STAFF].filter(({ file }) => existsSync(join(FEATURES_FOLDER, dirname(file))));

describe('a session that ends in the middle of a form', () => {
  test.each(STANDING)('takes nothing of what stands in $file', async ({ path, answers, open, typed }) => {
    const session = sessionOf({ ...READY, ...answers });
    await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
    const { client } = await openScreen(screenAt(path.split('?')[0]!), path);
    await screen.findByRole('heading', { level: 1 });
    await open?.();
    for (const [label, text] of Object.entries(typed)) {
      await screen.findAllByLabelText(label);
      await userEvent.clear(fieldOf(label));
      await userEvent.type(fieldOf(label), text);
      expect(fieldOf(label).value).toBe(text);
    }
    const before = whatStands();
    session.end();
    // As an event of the server's would: everything on the screen is read again, and refused.
    await act(() => client.invalidateQueries());
    await logInAgain();
    await vi.waitFor(() => expect(whatStands()).toEqual(before));
    for (const [label, text] of Object.entries(typed)) expect(fieldOf(label).value).toBe(text);
  });
});
