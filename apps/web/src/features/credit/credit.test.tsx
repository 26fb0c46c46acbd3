// @vitest-environment jsdom
import { type Credit, CONSENTS } from '@mohlat/contract';
import { CANDIDATE_CODES, DECLINE_CODES } from '@mohlat/money';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Answers, problem, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { beforeKyc, ID, sampleMe } from '../../../test/samples.ts';
import { toast } from '../../ui/toast.tsx';
import { hi } from './words.hi.ts';

const PATH = '/dashboard/credit';
const ASSESS = 'POST /credit/assessment';
const ACCEPT = `POST /credit/offers/${ID.quote}/accept`;
const DECLINE = `POST /credit/offers/${ID.quote}/decline`;

const nothing: Credit = {
  state: 'none',
  stateReason: null,
  limitPaise: 0,
  usedPaise: 0,
  availablePaise: 0,
  usedPercent: 0,
  score: null,
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
const reasons = [{ code: 'B04', text: 'Your income is not verified yet, so the limit is at most ₹25,000.' }];
const active: Credit = {
  ...nothing,
  state: 'active',
  limitPaise: 2_500_000,
  usedPaise: 1_000_000,
  availablePaise: 1_500_000,
  usedPercent: 40,
  score: 782,
  assessment: { status: 'approved', limitPaise: 2_500_000, at: '2026-11-20T06:00:00.000Z' },
  reasons,
  factors: [
    { code: 'B01', text: 'Your score allows ₹1,50,000.', amountPaise: 15_000_000, isBinding: false },
    { ...reasons[0]!, amountPaise: 2_500_000, isBinding: true },
  ],
  whatIf: [
    {
      lever: 'income_evidence',
      text: 'A salary slip or bank statement that shows your income gives ₹35,000 more.',
      limitPaise: 6_000_000,
      gainPaise: 3_500_000,
    },
    {
      lever: 'obligations',
      text: '₹8,000 less of EMIs elsewhere gives ₹24,000 more.',
      lessPaise: 800_000,
      limitPaise: 4_900_000,
      gainPaise: 2_400_000,
    },
  ],
  reportDate: '2026-11-20',
  reviewDate: '2027-05-20',
};
const offered: Credit = {
  ...nothing,
  assessment: active.assessment,
  score: 782,
  reasons,
  offer: { id: ID.quote, limitPaise: 2_500_000, currentLimitPaise: 0, expiresAt: '2026-12-20T06:00:00.000Z' },
};
const declined: Credit = {
  ...nothing,
  state: 'declined',
  score: 610,
  assessment: { status: 'declined', limitPaise: 0, at: '2026-11-20T06:00:00.000Z' },
  reasons: [
    {
      code: 'D03',
      text: 'Your credit score is below what we need.',
      next: {
        when: 'on_date',
        on: '2027-02-18',
        text: 'Pay every bill on time; a score takes about 90 days to move.',
      },
    },
  ],
  retryAfter: '2027-02-18',
};
const noHistory = { 'GET /credit/assessments': [200, { items: [], nextCursor: null }] } as const;

const open = async (credit: Answers['x'], answers: Answers = {}, language: 'en' | 'hi' = 'en') => {
  const network = stubNetwork({
    'GET /me': [200, sampleMe()],
    'GET /credit': credit,
    ...noHistory,
    ...answers,
  });
  const opened = await openScreen({ path: PATH, lazy: () => import('./credit-page.tsx') }, PATH, language);
  return { ...network, ...opened };
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const agree = async () =>
  userEvent.click(await screen.findByRole('checkbox', { name: CONSENTS.bureau_pull.wording.en }));

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

describe('asking for a limit', () => {
  test('before PAN and Aadhaar the page says what comes first', async () => {
    await open([200, nothing], { 'GET /me': [200, beforeKyc()] });
    expect((await screen.findByRole('link', { name: 'Complete KYC' })).getAttribute('href')).toBe(
      '/dashboard/kyc-verification',
    );
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('nothing is asked of the bureau without consent, and the box is not ticked beforehand', async () => {
    const { sent } = await open([200, nothing]);
    const box = await screen.findByRole<HTMLInputElement>('checkbox');
    expect(box.checked).toBe(false);
    await press('See my credit limit');
    expect(await screen.findByText('We need your consent before we ask the credit bureau.')).toBeDefined();
    expect(document.activeElement).toBe(box);
    expect(sent.some((one) => one.path === '/credit/assessment')).toBe(false);
  });

  test('with consent it shows an offer with what decides it, asked for without taking it', async () => {
    const { sent } = await open(
      [
        [200, nothing],
        [200, offered],
      ],
      { [ASSESS]: [200, { ...offered, status: 'approved', limitPaise: 2_500_000, score: 782 }] },
    );
    await agree();
    await press('See my credit limit');
    expect(await screen.findByText('A credit limit of ₹25,000')).toBeDefined();
    expect(screen.getByText(reasons[0]!.text)).toBeDefined();
    expect(sent.find((one) => one.path === '/credit/assessment')?.body).toEqual({
      consent: true,
      acceptLimit: false,
    });
  });

  test('a refusal names its reasons and when to try again, and invents no limit', async () => {
    await open([200, declined]);
    expect(await screen.findByText('No credit limit for now')).toBeDefined();
    expect(screen.getByText('Your credit score is below what we need.')).toBeDefined();
    expect(screen.getByText(/Pay every bill on time/)).toBeDefined();
    // Its day is said once.
    expect(screen.getAllByText(/18 Feb 2027/).map((one) => one.textContent)).toEqual([
      'You can try again from 18\u00a0Feb 2027.',
    ]);
    expect(screen.getByText('A limit needs a score of 680 or more.', { exact: false })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Pay a bill' })).toBeNull();
  });

  test('refused once more, it says so instead of seeming to do nothing', async () => {
    await open([200, declined], { [ASSESS]: [200, { ...declined, status: 'declined' }] });
    await agree();
    await press('Ask again');
    expect(
      await screen.findByText('Still no credit limit for now. The reasons stand on this page.'),
    ).toBeDefined();
  });

  test('where more is known than at the last decision, its reasons are called those of then', async () => {
    await open([200, { ...active, estimatePaise: 15_000_000 }]);
    expect(await screen.findByText('With what we know today it could be ₹1,50,000.')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'What decided it last time' })).toBeDefined();
    expect(screen.getByText(/is what asking again gives/)).toBeDefined();
  });

  test('the bureau in trouble is said, and no decision is shown', async () => {
    await open([200, nothing], {
      [ASSESS]: problem(503, 'credit_unavailable', 'No decision was made; try again tomorrow.'),
    });
    await agree();
    await press('See my credit limit');
    expect(await screen.findByText(/No decision was made; try again tomorrow/)).toBeDefined();
  });

  test('without a mobile number the way to add one stands beside the words', async () => {
    await open([200, nothing], { [ASSESS]: problem(409, 'mobile_required', 'Add the mobile number first.') });
    await agree();
    await press('See my credit limit');
    expect((await screen.findByRole('link', { name: 'Add a mobile number' })).getAttribute('href')).toBe(
      '/dashboard/profile?edit=phone',
    );
  });

  test('an address without a PIN code is said to lack it, and the way to it stands beside', async () => {
    await open([200, nothing], { [ASSESS]: problem(409, 'pincode_required', 'Add the PIN code first.') });
    await agree();
    await press('See my credit limit');
    expect((await screen.findByRole('link', { name: 'Change my address' })).getAttribute('href')).toBe(
      '/dashboard/profile?edit=address',
    );
  });
});

describe('an offer', () => {
  test('is taken by a press of its own, in the words that are recorded', async () => {
    const { sent } = await open(
      [
        [200, offered],
        [200, active],
      ],
      { [ACCEPT]: [200, active] },
    );
    expect(await screen.findByText(CONSENTS.credit_limit.wording.en)).toBeDefined();
    await press('Accept this limit');
    expect(await screen.findByText('Your credit limit is ₹25,000')).toBeDefined();
    expect(sent.filter((one) => one.method === 'POST').map((one) => one.path)).toEqual([
      `/credit/offers/${ID.quote}/accept`,
    ]);
    expect(await screen.findByText('₹15,000 available')).toBeDefined();
  });

  test('left, the present limit stays and nothing else is sent', async () => {
    const raise = {
      ...active,
      offer: { ...offered.offer!, limitPaise: 6_000_000, currentLimitPaise: 2_500_000 },
    };
    const { sent } = await open(
      [
        [200, raise],
        [200, active],
      ],
      { [DECLINE]: [200, active] },
    );
    expect(await screen.findByText('₹60,000 instead of ₹25,000')).toBeDefined();
    await press('Not now');
    expect(await screen.findByText(/Your limit stays as it is/)).toBeDefined();
    expect(sent.filter((one) => one.method === 'POST')).toHaveLength(1);
  });

  test('that has expired says so', async () => {
    await open([200, offered], { [ACCEPT]: problem(409, 'offer_expired', 'This offer has expired.') });
    await press('Accept this limit');
    expect(await screen.findByText(/This offer has expired/)).toBeDefined();
  });
});

describe('a limit', () => {
  test('stands with its use, its score in words, its bounds and what would raise it', async () => {
    await open([200, active]);
    expect(await screen.findByText('782 of 900')).toBeDefined();
    expect(
      screen.getByText(/It allows a limit of up to ₹1,50,000. From 800 it would allow up to ₹2,00,000/),
    ).toBeDefined();
    expect(screen.getByText('₹10,000 used of ₹25,000')).toBeDefined();
    expect(screen.getByText('₹8,000 less of EMIs elsewhere gives ₹24,000 more.')).toBeDefined();
    expect(screen.getByText(/income gives ₹35,000 more/)).toBeDefined();
    expect(screen.getByText('Next half-yearly review: 20 May 2027')).toBeDefined();
    const bounds = screen.getAllByRole('term').map((one) => one.textContent);
    expect(bounds).toEqual(['Until income is proven', 'By credit score']);
    expect(screen.getAllByRole('definition')[0]?.textContent).toMatch(/^up to ₹/);
  });

  test.each([
    ['overdue', 'blocked_due', 'Repay now', '/dashboard/payments'],
    ['arrears', 'suspended', 'Repay now', '/dashboard/payments'],
    ['dispute', 'suspended', 'Contact support', '/dashboard/help#contact'],
    ['kyc_lapse', 'suspended', 'Verify again', '/dashboard/kyc-verification'],
  ] as const)('on hold for %s says why and what ends it', async (code, state, action, where) => {
    await open([200, { ...active, state, stateReason: { code, text: '' } }]);
    expect(await screen.findByText('New payments are on hold')).toBeDefined();
    expect(screen.getByText(/Repaying works as before/)).toBeDefined();
    expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(where);
    expect(screen.queryByText(/available$|^Pay a bill$/)).toBeNull();
  });

  test('with a stale report the refresh stands with the limit', async () => {
    await open([
      200,
      { ...active, state: 'suspended', stateReason: { code: 'report_stale', text: '' }, isReportStale: true },
    ]);
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh my report' }));
    expect(screen.getByText(/older than 90 days. Refresh it to pay bills again/)).toBeDefined();
  });

  test('past assessments are listed with what became of them, page by page', async () => {
    const item = {
      id: ID.card,
      at: '2026-11-20T06:00:00.000Z',
      status: 'approved',
      score: 782,
      limitPaise: 2_500_000,
      reasons: [],
      offer: 'accepted',
    };
    const { sent } = await open([200, active], {
      'GET /credit/assessments': [
        [200, { items: [item], nextCursor: 'next' }],
        [200, { items: [{ ...item, id: ID.user, status: 'declined', offer: null }], nextCursor: null }],
      ],
    });
    expect(await screen.findByText('Approved, ₹25,000')).toBeDefined();
    expect(screen.getByText('Score 782 · Accepted')).toBeDefined();
    await press('Show more');
    expect(await screen.findByText('Declined')).toBeDefined();
    expect(sent.some((one) => one.path.includes('cursor=next'))).toBe(true);
  });
});

describe('proof of income', () => {
  const evidence = {
    id: ID.card,
    kind: 'salary_slip',
    status: 'pending',
    monthlyIncomePaise: 8_500_000,
    verifiedIncomePaise: null,
    reason: null,
    sentAt: '2026-11-20T06:00:00.000Z',
    validUntil: null,
  } as const;

  test('is not sent without an income and a file, and says which is missing', async () => {
    const { sent } = await open([200, active]);
    await press('Send a document');
    await press('Send for checking');
    expect(await screen.findByText('Enter the net monthly income the document shows')).toBeDefined();
    expect(screen.getAllByText('Choose a file')).toHaveLength(2);
    await userEvent.upload(
      screen.getByLabelText('Document'),
      new File(['x'], 'notes.txt', { type: 'text/plain' }),
      { applyAccept: false },
    );
    await press('Send for checking');
    expect(await screen.findByText('Choose a PDF, JPEG or PNG')).toBeDefined();
    expect(sent.some((one) => one.method === 'POST')).toBe(false);
    await userEvent.upload(
      screen.getByLabelText('Document'),
      new File(['x'], 'slip.pdf', { type: 'application/pdf' }),
    );
    expect(screen.queryByText('Choose a PDF, JPEG or PNG')).toBeNull();
    expect(screen.getByText('Enter the net monthly income the document shows')).toBeDefined();
    expect(hi.evidence.income).toContain('हाथ में आने वाली आय');
  });

  test('being checked, it says so and nothing more can be sent', async () => {
    await open([200, { ...active, evidence }]);
    expect(await screen.findByText('Being checked')).toBeDefined();
    expect(screen.queryByRole('button', { name: /document/ })).toBeNull();
  });

  test('not accepted, it says why and takes another', async () => {
    await open([
      200,
      { ...active, evidence: { ...evidence, status: 'rejected', reason: 'The slip is of 2024.' } },
    ]);
    expect(await screen.findByText('Our colleague wrote: The slip is of 2024.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send another document' })).toBeDefined();
  });

  test('verified, it shows the income that counts and until when', async () => {
    await open([
      200,
      {
        ...active,
        estimatePaise: 6_000_000,
        evidence: {
          ...evidence,
          status: 'verified',
          verifiedIncomePaise: 6_000_000,
          validUntil: '2027-05-20',
        },
      },
    ]);
    expect(await screen.findByText(/Shows ₹60,000 a month · Counts until 20 May 2027/)).toBeDefined();
    expect(screen.getByText('With what we know today it could be ₹60,000.')).toBeDefined();
  });
});

describe('in Hindi', () => {
  test('the page, its reasons and its ways out are Hindi', async () => {
    await open([200, { ...active, whatIf: active.whatIf.slice(1) }], {}, 'hi');
    expect(await screen.findByRole('heading', { level: 1, name: 'आपका क्रेडिट' })).toBeDefined();
    expect(await screen.findByText('दूसरी जगह की EMI ₹8,000 कम हो तो ₹24,000 और मिलेंगे।')).toBeDefined();
    const why = screen.getByText('आपकी आय की पुष्टि अभी नहीं हुई है, इसलिए लिमिट ज़्यादा से ज़्यादा ₹25,000 है।');
    expect(within(why).queryByText(/[A-Za-z]/)).toBeNull();
  });

  test('every reason has a sentence', () => {
    expect(Object.keys(hi.reasons).toSorted()).toEqual([...CANDIDATE_CODES, ...DECLINE_CODES].toSorted());
  });
});
