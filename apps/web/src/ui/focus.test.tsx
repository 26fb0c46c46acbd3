// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { ID, sampleForeclosure, samplePayment, sampleRepayment } from '../../test/samples.ts';
import { EvidenceCard } from '../features/credit/evidence-card.tsx';
import { ShareInstalment } from '../features/repay-links/share-instalment.tsx';
import { ShareReceipt } from '../features/payments/receipts/share-receipt.tsx';
import { RemovalDialog } from '../lib/removal-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { toast } from './toast.tsx';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const focused = () => document.activeElement;
const link = {
  amountPaise: 520_000,
  dueDate: '2026-12-20',
  state: 'open',
  id: ID.quote,
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-11-27T10:00:00Z',
  token: 'a'.repeat(43),
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

test.for([
  {
    of: 'an instalment',
    path: 'repay-links',
    Share: () => <ShareInstalment paymentId={ID.payment} />,
    by: 'Let somebody else pay it',
  },
  {
    of: 'a receipt',
    path: 'receipt-links',
    Share: () => <ShareReceipt payment={samplePayment()} />,
    by: 'Share receipt',
  },
])('a link of $of takes the focus of its button, and gives it back', async ({ path, Share, by }) => {
  const { answers } = stubNetwork({
    [`GET /payments/${ID.payment}/${path}`]: page([]),
    [`POST /payments/${ID.payment}/${path}`]: [201, link],
    [`DELETE /${path}/${ID.quote}`]: [204, undefined],
  });
  await openScreen({ path: '/plan', element: <Share /> }, '/plan');
  const begin = await screen.findByRole('button', { name: by });
  answers[`GET /payments/${ID.payment}/${path}`] = page([link]);
  await userEvent.click(begin);
  const shown = await screen.findByRole('button', { name: 'Copy the link' });
  expect(focused()?.contains(shown)).toBe(true);
  expect(focused()).not.toBe(document.body);
  answers[`GET /payments/${ID.payment}/${path}`] = page([]);
  await press('Take the link back');
  await vi.waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: by })));
});

test('the form of a document takes the focus of the button that opened it', async () => {
  stubNetwork({});
  await openScreen({ path: '/credit', element: <EvidenceCard evidence={null} /> }, '/credit');
  const opener = (await screen.findAllByRole('button')).at(-1)!;
  await userEvent.click(opener);
  await vi.waitFor(() => expect(focused()?.tagName).toBe('FORM'));
});

test('given a message put away, the heading has the focus', async () => {
  stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, samplePayment()],
    [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
    'GET /repayments': page([]),
    [`GET /repayments/${ID.repayment}`]: [200, sampleRepayment({ status: 'failed' })],
  });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('../features/repayments/plan/payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}?repayment=${ID.repayment}`,
  );
  await press('Close this message');
  expect(focused()?.tagName).toBe('H1');
});

function List() {
  const [isThere, setIsThere] = useState(true);
  const [isAsking, setIsAsking] = useState(false);
  const words = { keep: 'Keep', confirm: 'Remove', removing: '', removed: 'Removed', failed: '' };
  return (
    <>
      <h1 tabIndex={-1}>Things</h1>
      {isThere ? (
        <button type="button" onClick={() => setIsAsking(true)}>
          Remove this
        </button>
      ) : null}
      {isAsking ? (
        <RemovalDialog
          title="Remove it?"
          text=""
          words={words}
          onRemove={() => Promise.resolve()}
          onRemoved={async () => setIsThere(false)}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </>
  );
}

test('given a row that a dialog removed, the heading has the focus', async () => {
  await openScreen({ path: '/list', element: <List /> }, '/list');
  await press('Remove this');
  await press('Remove');
  await vi.waitFor(() => expect(focused()?.tagName).toBe('H1'));
});

test('given a dialog that is put away, the opener has the focus', async () => {
  await openScreen({ path: '/list', element: <List /> }, '/list');
  await press('Remove this');
  await press('Keep');
  await vi.waitFor(() => expect(focused()?.textContent).toBe('Remove this'));
});

function Codes() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      The codes
    </h2>
  );
}

/** A dialog whose act shows something new, which takes the focus as it comes. */
function Leading() {
  const [isAsking, setIsAsking] = useState(false);
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsAsking(true)}>
        Make codes
      </button>
      {isShown ? <Codes /> : null}
      {isAsking ? (
        <Dialog onClose={() => setIsAsking(false)} title="Sure?" closeLabel="Close">
          <button
            type="button"
            onClick={() => {
              setIsAsking(false);
              setIsShown(true);
            }}
          >
            Go on
          </button>
        </Dialog>
      ) : null}
    </>
  );
}

test('given a dialog that leads to something, what takes the focus keeps it', async () => {
  await openScreen({ path: '/codes', element: <Leading /> }, '/codes');
  await press('Make codes');
  await press('Go on');
  await vi.waitUntil(() => screen.queryByRole('dialog') === null);
  // The dialog gives the focus back a turn after it is gone, and a key comes turns later.
  await userEvent.keyboard('{Shift}{Shift}');
  expect(focused()?.textContent).toBe('The codes');
});
