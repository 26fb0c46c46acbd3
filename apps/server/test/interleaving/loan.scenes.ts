import { randomUUID } from 'node:crypto';
import type { StartedMandate, StartedRepayment } from '@mohlat/contract';
import { addDays } from '@mohlat/money';
import { catchUp } from '../../src/features/lending/index.ts';
import { reversePayment } from '../../src/features/reconciliation/reconciliation.unwind.ts';
import { type Collected, attemptsOf } from '../steps.ts';
import { aNewPayer, aPayer, type Payer } from './payers.ts';
import type { Product } from './product.ts';
import type { Scene, Subject } from './scene.ts';

const BILL_PAISE = 300_000;
const ANY = '4021';
/** Looks after which what was begun with the provider has ended. */
const LOOKS_MAX = 4;
/** Looks, some hours apart, after which an instalment of a month has become due. */
const DAYS_MAX = 12;

export interface Ids {
  readonly userId: string;
  readonly paymentId: string;
}

/** An order of the person's that is paid at the checkout; the product has not heard of it. */
export interface PaidOrder {
  readonly id: string;
  readonly orderRef: string;
  readonly paymentRef: string;
  readonly signature: string;
}

export async function aPaidOrder(
  product: Product,
  { person }: Payer,
  loanId: string,
  amountPaise: number,
): Promise<PaidOrder> {
  const { id, checkout } = await person.ok<StartedRepayment>(
    'POST',
    `/payments/${loanId}/repayments`,
    { amountPaise },
    { 'idempotency-key': randomUUID() },
  );
  const orderRef = checkout!.orderId;
  const paid = await product.server.control<{ paymentId: string; signature: string }>('POST', '/act', {
    what: 'pay_order',
    orderId: orderRef,
    with: 'success@razorpay',
  });
  return { id, orderRef, paymentRef: paid.paymentId, signature: paid.signature };
}

/** A loan of the day before yesterday, with an order for all that is owed and one for nearly as much: one of them is too much. */
async function repaidTwice(product: Product): Promise<Subject> {
  const payer = await aPayer(product);
  const { userId, person } = payer;
  const { id: paymentId } = await payer.accept(await payer.quote(ANY, BILL_PAISE));
  const ids = { userId, paymentId };
  await product.run('payments.submit', ids);
  await product.server.control('POST', '/clock', { advance: 'P2D' });
  await payer.renewed();
  const { outstandingPaise } = await person.payment(paymentId);
  const first = await aPaidOrder(product, payer, paymentId, outstandingPaise);
  const second = await aPaidOrder(product, payer, paymentId, outstandingPaise - 100);
  await product.sql.query('delete from graphile_worker._private_jobs');
  const confirm = (order: PaidOrder) => () =>
    product.request(person.token, `/repayments/${order.id}/confirm`, {
      paymentId: order.paymentRef,
      signature: order.signature,
    });
  return {
    acts: {
      confirm: confirm(first),
      'confirm the other': confirm(second),
      webhook: () => product.run('repayments.hint', { orderRef: first.orderRef }),
      sweep: async () => {
        await product.sweep('repayments');
        await product.run('repayments.enquire', { userId, repaymentId: first.id });
      },
      'start a cancellation': () =>
        product.request(person.token, `/payments/${paymentId}/cancel`, {}, randomUUID()),
      'close the day': () => closeDays(product, ids),
      'return of the bill': () => returnBill(product, ids),
      refund: () => refund(product, ids),
      'webhook of the refund': () => product.run('refunds.hint', { paymentRef: second.paymentRef }),
    },
    findings: () => judge(product, ids),
  };
}

/** All was repaid, and once more: what was too much is to go back. */
async function refundDue(product: Product): Promise<Subject> {
  const { acts, findings } = await repaidTwice(product);
  await acts['confirm']!();
  await acts['confirm the other']!();
  await product.sql.query('delete from graphile_worker._private_jobs');
  return { acts, findings };
}

/** Less than the debit: it makes a lower one. */
const PART_PAISE = 10_000;

/** Due today, with a debit under a mandate that was announced in time, and orders for all that is owed and for a part. */
async function debitDue(product: Product): Promise<Subject> {
  const payer = await aNewPayer(product);
  const { userId, person } = payer;
  const { id: paymentId } = await payer.accept(await payer.quote(ANY, BILL_PAISE));
  await product.run('payments.submit', { userId, paymentId });
  const { mandate, checkout } = await person.ok<StartedMandate>('POST', '/mandates', {
    paymentId,
    kind: 'upi',
  });
  const orderId = checkout.orderId;
  await product.server.control('POST', '/act', { what: 'pay_order', orderId, with: 'ok@razorpay' });
  await product.run('mandates.look', { userId, mandateId: mandate.id });
  const presentationId = await untilPresentable(product, mandate.id);
  await payer.renewed();
  const { outstandingPaise } = await person.payment(paymentId);
  const order = await aPaidOrder(product, payer, paymentId, outstandingPaise);
  const part = await aPaidOrder(product, payer, paymentId, PART_PAISE);
  const ids = { userId, paymentId };
  await product.sql.query('delete from graphile_worker._private_jobs');
  const confirm = (paid: PaidOrder) => () =>
    product.request(person.token, `/repayments/${paid.id}/confirm`, {
      paymentId: paid.paymentRef,
      signature: paid.signature,
    });
  const present = () => product.run('mandates.present', { userId, presentationId });
  return {
    acts: {
      present,
      sweep: async () => {
        await product.sweep('mandates');
        await present();
      },
      confirm: confirm(order),
      'repay a part': confirm(part),
      'cancel the mandate': () =>
        product.request(person.token, `/mandates/${mandate.id}`, undefined, undefined, 'DELETE'),
      'webhook of the mandate': async () => {
        const { rows } = await product.sql.query<{ ref: string | null }>(
          'select token_ref as ref from mandates where id = $1',
          [mandate.id],
        );
        await product.run('mandates.hint', { tokenRef: rows[0]!.ref });
      },
      'close the day': () => closeDays(product, ids),
      'return of the bill': () => returnBill(product, ids),
    },
    findings: async () => {
      for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
        await present();
        await product.work();
      }
      return judge(product, ids);
    },
  };
}

/** Lets days pass until a debit is announced and may be presented; answers its id. */
async function untilPresentable({ server, sql, sweep, run }: Product, mandateId: string): Promise<string> {
  for (let day = 0; day < DAYS_MAX; day += 1) {
    await server.control('POST', '/clock', { advance: day === 0 ? 'P28D' : 'PT13H' });
    await sweep('mandates');
    const { rows } = await sql.query<{ id: string; user_id: string; due: boolean }>(
      `select id, user_id, noticed_at is not null and present_at <= $2 as due from presentations where mandate_id = $1`,
      [mandateId, new Date(server.now())],
    );
    const [next] = rows;
    if (next?.due) return next.id;
    if (next) await run('mandates.present', { userId: next.user_id, presentationId: next.id });
  }
  throw new Error('no debit became due');
}

export async function closeDays({ parts }: Product, { userId }: Ids): Promise<void> {
  await parts.worker.forUser(userId, (tx) =>
    catchUp(tx, userId, addDays(parts.clock.today(), -1), parts.clock.now()),
  );
}

/** The rail gives back what it had executed, and says so. */
export async function returnBill(product: Product, ids: Ids): Promise<void> {
  const [attempt] = await attemptsOf(product.server, ids.paymentId);
  await product.server.control('POST', '/act', {
    what: 'bill_payment',
    step: 'adjust',
    paymentRefId: attempt!.our_reference,
  });
  // Two people decide it: what they do is one transaction.
  await product.parts.worker.forUser(ids.userId, (tx) => reversePayment(product.parts, tx, ids, {}));
}

export async function refund(product: Product, { userId, paymentId }: Ids): Promise<void> {
  const { rows } = await product.sql.query<{ id: string }>(
    "select id from refunds where user_id = $1 and loan_id = $2 and status not in ('processed', 'failed')",
    [userId, paymentId],
  );
  for (const { id } of rows) await product.run('refunds.pursue', { userId, refundId: id });
}

const REPAID = `select r.id, r.status, r.provider_payment_ref as ref,
    coalesce((select sum(p.amount_paise) from postings p
      where p.user_id = r.user_id and p.journal_id = r.journal_id and p.account in ('A120', 'A121')), 0)::int as booked,
    coalesce((select sum(f.amount_paise) from refunds f
      where f.user_id = r.user_id and f.repayment_id = r.id and f.status = 'processed'), 0)::int as returned
  from repayments r where r.user_id = $1 and r.loan_id = $2`;

interface Repaid {
  readonly id: string;
  readonly status: string;
  readonly ref: string | null;
  readonly booked: number;
  readonly returned: number;
}

/** Every rupee the provider took and gave back stands in the books once, under its own reference. */
export async function judge(product: Product, ids: Ids): Promise<string[]> {
  const { userId, paymentId } = ids;
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    await product.work();
    const { rows } = await product.sql.query<Repaid>(REPAID, [userId, paymentId]);
    for (const { id } of rows) await product.run('repayments.enquire', { userId, repaymentId: id });
    await refund(product, ids);
  }
  const { rows } = await product.sql.query<Repaid>(REPAID, [userId, paymentId]);
  const found = await Promise.all(
    rows.map(async (row) => {
      const taken = await product.server.control<(Collected & { readonly amountRefundedPaise: number })[]>(
        'GET',
        `/truth/collections?receipt=${row.id}`,
      );
      const wasTaken = taken.reduce((sum, one) => sum + one.amountPaise, 0);
      const wasReturned = taken.reduce((sum, one) => sum + one.amountRefundedPaise, 0);
      return [
        ...(wasTaken === row.booked
          ? []
          : [`${wasTaken} paise were taken, ${row.booked} are booked (${row.status})`]),
        ...(wasReturned === row.returned
          ? []
          : [`${wasReturned} paise went back, ${row.returned} are known of`]),
      ];
    }),
  );
  return found.flat();
}

export const LOAN_SCENES: readonly Scene[] = [
  {
    name: 'a loan that is repaid twice over',
    acts: [
      'confirm',
      'confirm the other',
      'webhook',
      'sweep',
      'start a cancellation',
      'close the day',
      'return of the bill',
    ],
    prepare: repaidTwice,
  },
  {
    name: 'money that is to go back',
    acts: ['refund', 'webhook of the refund', 'sweep', 'close the day', 'return of the bill'],
    prepare: refundDue,
  },
];

export const DEBIT_DUE: Scene = {
  name: 'a loan whose debit is due',
  acts: [
    'present',
    'sweep',
    'confirm',
    'repay a part',
    'cancel the mandate',
    'webhook of the mandate',
    'close the day',
    'return of the bill',
  ],
  prepare: debitDue,
};
