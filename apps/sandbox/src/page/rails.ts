import type { Twins } from '../twins.ts';
import type { VideoCall } from '../cashfree/calls.ts';
import type { Order, Payment } from '../razorpay/books.ts';
import type { DeskReview } from '../review-desk/desk.ts';
import { findBiller } from '../setu-billpay/billers.ts';
import type { PaymentRecord } from '../setu-billpay/books.ts';
import type { ConsentSession } from '../setu-data/sessions.ts';
import { html, rupees } from './html.ts';
import type { Html } from './html.ts';
import { button, rows, section, tag, when } from './parts.ts';

const SHOWN = 25;

function bankActs(record: PaymentRecord): Html {
  const act = (step: string, words: string) =>
    button(`${record.refId}-${step}`, words, '/control/act', {
      what: 'bill_payment',
      refId: record.refId,
      step,
    });
  if (record.status === 'Processing')
    return html`${act('succeed', 'Let it succeed')} ${act('fail', 'Let it fail')}`;
  if (record.status === 'Failure') return act('flip_success', 'Succeed after all');
  if (record.status === 'Success')
    return html`${act('adjust', 'Give the money back')} ${act('flip_failure', 'Fail after all')}`;
  return html``;
}

function billRow(record: PaymentRecord): Html {
  const truth = record.execution
    ? `biller ${record.execution.status} ${rupees(record.execution.amountPaise)}`
    : 'biller has nothing';
  return html`<div class="line">
      <strong>${findBiller(record.billerId)?.name}</strong>
      <span>${rupees(record.amount)} ${tag(record.status)}</span>
    </div>
    <p class="quiet small">
      <code>${record.paymentRefId}</code> · ${when(record.acceptedAt)} · ${truth}
      ${record.refundStatus ? ` · refund ${record.refundStatus}` : ''}
    </p>
    <div class="row">${bankActs(record)}</div>`;
}

function orderRow(order: Order): Html {
  const pay = (payer: string, words: string) =>
    button(`${order.id}-${payer}`, words, '/control/act', {
      what: 'pay_order',
      orderId: order.id,
      with: payer,
    });
  return html`<div class="line">
      <strong>${rupees(order.amount)}</strong> <span>${tag(order.status)}</span>
    </div>
    <p class="quiet small">
      <code>${order.id}</code> · ${order.receipt ?? 'no receipt'} · ${when(order.createdAt)}
    </p>
    <div class="row">
      ${pay('success@razorpay', 'Pay')} ${pay('failure@razorpay', 'Fail')}
      ${pay('late@razorpay', 'Fail, succeed later')} ${pay('creditcard@razorpay', 'Pay with a credit card')}
    </div>`;
}

function payer(payment: Payment): string {
  const { instrument } = payment;
  if (instrument.method === 'upi') return instrument.vpa;
  return instrument.method === 'card'
    ? `card ending ${instrument.number.slice(-4)}`
    : `netbanking ${instrument.bank}`;
}

function paymentRow(payment: Payment): Html {
  const refunded = payment.amountRefunded > 0 ? ` · ${rupees(payment.amountRefunded)} given back` : '';
  return html`<div class="line">
      <strong>${rupees(payment.amount)}</strong> <span>${tag(payment.status)}</span>
    </div>
    <p class="quiet small">
      <code>${payment.id}</code> · ${payer(payment)} · ${when(payment.createdAt)}${refunded}
    </p>`;
}

function consentRow(session: ConsentSession): Html {
  const act = (what: string, words: string) =>
    button(`${session.id}-${what}`, words, '/control/act', { what, sessionId: session.id });
  const isWaiting = session.state === 'waiting';
  return html`<div class="line">
      <strong>${session.person.name}</strong> <span>${tag(session.state)}</span>
    </div>
    <p class="quiet small">Aadhaar ending ${session.person.aadhaarLast4} · ${when(session.createdAt)}</p>
    ${
      isWaiting &&
      html`<div class="row">
        ${act('approve_consent', 'Approve')} ${act('deny_consent', 'Deny')}
        <a href="/setu-data/digilocker/consent/${session.id}">Open the page</a>
      </div>`
    }`;
}

/** Shows the payments of the bill network, with the buttons that act as the bank. */
export function billsSection({ billPay }: Twins): Html {
  const payments = billPay.books.payments.list(SHOWN);
  return section(
    'bills',
    'Bill payments',
    html`<div class="scroll" tabindex="0">
      ${rows(payments, 'Nothing was paid to a bank yet.', billRow)}
    </div>`,
  );
}

/** Shows what customers paid and still have to pay, with the buttons that act as the customer. */
export function collectionsSection({ razorpay }: Twins): Html {
  const waiting = razorpay.books.orders.list(200).filter((order) => order.status !== 'paid');
  return section(
    'collections',
    'Collections',
    html`<div class="scroll" tabindex="0">
      <h3>Waiting for the customer</h3>
      ${rows(waiting.slice(0, SHOWN), 'No order is waiting.', orderRow)}
      <h3>Payments</h3>
      ${rows(razorpay.books.payments.list(SHOWN), 'No customer has paid yet.', paymentRow)}
    </div>`,
  );
}

export function consentsSection({ setuData }: Twins): Html {
  const sessions = setuData.sessions.list().slice(0, SHOWN);
  return section(
    'consents',
    'Consent sessions',
    html`<div class="scroll" tabindex="0">
      ${rows(sessions, 'Nobody was sent to DigiLocker yet.', consentRow)}
    </div>`,
  );
}

function callRow(call: VideoCall): Html {
  const act = (what: string, verdict: string, words: string) =>
    button(`${call.verificationId}-${what}-${verdict}`, words, '/control/act', {
      what,
      verificationId: call.verificationId,
      verdict,
    });
  const isMet = call.subStatus === 'AGENT_APPROVED';
  const isWaiting = ['RECEIVED', 'PRE_VIDEO_CALL', 'VIDEO_CALL'].includes(call.status);
  return html`<div class="line">
      <strong>${call.name ?? 'Somebody'}</strong> <span>${tag(call.subStatus ?? call.status)}</span>
    </div>
    <p class="quiet small"><code>${call.verificationId}</code> · ${when(call.createdAt)}</p>
    <div class="row">
      ${isWaiting ? html`${act('agent_verdict', 'approve', 'Agent approves')} ${act('agent_verdict', 'reject', 'Agent rejects')}` : ''}
      ${isMet ? html`${act('auditor_verdict', 'approve', 'Auditor approves')} ${act('auditor_verdict', 'reject', 'Auditor rejects')}` : ''}
    </div>`;
}

/** Video calls at the provider's desk, with the buttons that act as its agent and its auditor. */
export function videoCallsSection({ cashfree }: Twins): Html {
  return section(
    'video-calls',
    'Video calls',
    html`<div class="scroll" tabindex="0">
      ${rows(cashfree.calls.list().slice(0, SHOWN), 'Nobody was sent to a video call yet.', callRow)}
    </div>`,
  );
}

function reviewRow(review: DeskReview): Html {
  const { reviewId, kind, status, openedAt, remarks } = review;
  const act = (verdict: string, words: string) =>
    button(`${reviewId}-${verdict}`, words, '/control/act', { what: 'auditor_verdict', reviewId, verdict });
  return html`<div class="line"><strong>${kind}</strong> <span>${tag(status)}</span></div>
    <p class="quiet small"><code>${reviewId}</code> · ${when(openedAt)} ${remarks ?? ''}</p>
    <div class="row">
      ${status === 'waiting' ? html`${act('approve', 'Auditor approves')} ${act('reject', 'Auditor rejects')}` : ''}
    </div>`;
}

/** Shows the reviews, with the buttons that act as the auditor. */
export function reviewsSection({ reviewDesk }: Twins): Html {
  return section(
    'reviews',
    'Reviews',
    html`<div class="scroll" tabindex="0">
      ${rows(reviewDesk.desk.list().slice(0, SHOWN), 'Nothing waits for a judgement.', reviewRow)}
    </div>`,
  );
}
