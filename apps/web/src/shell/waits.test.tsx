// @vitest-environment jsdom
import type { Kyc, Payment } from '@mohlat/contract';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { createRef, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ID, sampleForeclosure, sampleKyc, samplePayment } from '../../test/samples.ts';
import { expectRetry, openPart, pass } from '../../test/waiting-part.tsx';
import { BankAccountsSection } from '../features/bank-accounts/bank-accounts.tsx';
import { SavedCardsSection } from '../features/cards/saved-cards.tsx';
import { CreditSection } from '../features/credit/credit-section.tsx';
import { PayHold } from '../features/credit/hold.tsx';
import { LimitStep } from '../features/credit/limit-step.tsx';
import { OverdueHelp } from '../features/hardships/hardship-line.tsx';
import { VideoFaces } from '../features/kyc/video-faces.tsx';
import { SpendByMonth } from '../features/payments/transactions/spend-by-month.tsx';
import { WorthOfYearCard } from '../features/payments/transactions/worth-of-year.tsx';
import { PreferencesCard } from '../features/privacy/preferences-card.tsx';
import { AutopayCard } from '../features/repayments/autopay/autopay-card.tsx';
import { AutopayDialog } from '../features/repayments/autopay/autopay-dialog.tsx';
import type { AutopayState } from '../features/repayments/autopay/use-autopay.ts';
import { CloseEarly } from '../features/repayments/early/close-early.tsx';
import { PartCard } from '../features/repayments/early/part-card.tsx';
import { useRepay } from '../features/repayments/repay/use-repay.ts';
import { foreclosureQuery } from '../features/repayments/repayments.data.ts';
import { DevicesCard } from '../features/security/devices-card.tsx';
import { OfficerCard } from '../lib/officer-card.tsx';
import { toast } from '../ui/toast.tsx';
import { NotificationsBell } from './notifications-bell.tsx';

const nothing = () => undefined;
const video = (kyc: Partial<Kyc['video']>) => (
  <VideoFaces
    kyc={{ ...sampleKyc(['pan', 'aadhaar']), video: { status: 'not_started', ...kyc } }}
    headingRef={createRef()}
    onBack={nothing}
  />
);
const autopay: AutopayState = {
  start: nothing,
  isStarting: false,
  startProblem: undefined,
  problem: undefined,
  approvedId: undefined,
  end: nothing,
  isEnding: false,
  endProblem: undefined,
  isEndLost: false,
  forgetProblems: nothing,
};

function PartAlone({ payment }: { readonly payment: Payment }) {
  return <PartCard payment={payment} repay={useRepay(payment.id, nothing)} />;
}

const VIDEO = ['the video', video({})] as const;
const CALL = ['the open call', video({ status: 'pending', hasOpenCall: true })] as const;
const CLOSING = [
  'what closing costs',
  <CloseEarly key="" payment={samplePayment()} onClose={nothing} />,
] as const;

/** Parts of pages that read for themselves. Those of features that may be deleted are in their own tests. */
const PARTS: readonly (readonly [string, ReactNode])[] = [
  VIDEO,
  CALL,
  CLOSING,
  ['the hold of a payment', <PayHold key="" />],
  ['the limit after the KYC', <LimitStep key="" />],
  ['the credit in brief', <CreditSection key="" />],
  ['the cards', <SavedCardsSection key="" />],
  ['the bank accounts', <BankAccountsSection key="" />],
  ['the preferences', <PreferencesCard key="" />],
  [
    'the offer of autopay',
    <AutopayDialog key="" payment={samplePayment()} autopay={autopay} onClose={nothing} />,
  ],
  ['the notifications', <NotificationsBell key="" isOpenAtFirst />],
  ['the devices', <DevicesCard key="" />],
  ['autopay', <AutopayCard key="" payment={samplePayment()} isAsked={false} onAnswered={nothing} />],
  ['the officer', <OfficerCard key="" title="Grievance officer" text="" />],
  ['what an overdue instalment costs', <OverdueHelp key="" paymentId={ID.payment} />],
  ['a part to be paid early', <PartAlone key="" payment={samplePayment()} />],
  ['the months of bills paid', <SpendByMonth key="" />],
  ['the worth of a year', <WorthOfYearCard key="" />],
];

afterEach(() => {
  vi.useRealTimers();
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

test.each(PARTS)('given %s without an answer, then it says so, and after 15 s offers a retry', (_, part) =>
  expectRetry(part),
);

test.each([VIDEO, CALL, CLOSING])(
  'given %s that cannot be read, then a retry is offered',
  async (_, part) => {
    let asked = 0;
    vi.stubGlobal('fetch', () => {
      asked += 1;
      return Promise.resolve(new Response('{}', { status: 500 }));
    });
    await openPart(part);
    await pass(100);
    const before = asked;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await pass(100);
    expect(asked).toBeGreaterThan(before);
  },
);

test('given a closing cost on the page, when reading it again fails, then it stays', async () => {
  let isBroken = false;
  const answer = () =>
    isBroken ? new Response('{}', { status: 500 }) : new Response(JSON.stringify(sampleForeclosure));
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
  const { client } = await openPart(CLOSING[1]);
  await vi.waitFor(() => screen.getByText(/^₹15,314 closes this today/));
  isBroken = true;
  await act(() => client.invalidateQueries());
  const { queryKey } = foreclosureQuery(samplePayment());
  expect(client.getQueryState(queryKey)?.status).toBe('error');
  expect(screen.getByText(/^₹15,314 closes this today/)).toBeDefined();
});

test('given a single payment, when its closing cost is read, then no place is kept for a part of it', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const single = samplePayment({ plan: { kind: 'single' } });
  await openPart(<PartAlone payment={single} />);
  await pass(5_000);
  expect(screen.queryByText('Taking longer than usual')).toBeNull();
});
