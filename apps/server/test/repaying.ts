import { randomUUID } from 'node:crypto';
import type { Repayment, StartedRepayment } from '@mohlat/contract';
import { businessDate } from '@mohlat/money';
import { expect } from 'vitest';
import { catchUp as catchUpDays } from '../src/features/lending/index.ts';
import { aBorrower, aPaidBill, asWorker } from './borrowing.ts';
import type { TestServer } from './harness.ts';
import { type Person, until } from './person.ts';
import { idOf } from './racing.ts';
import { balances, collected, moveTo, signInAgain } from './steps.ts';

export interface Loan {
  readonly person: Person;
  readonly id: string;
  readonly owed: number;
}

/** Steps that tests of repayments share, on the server of their file. */
export function repaying(server: () => TestServer) {
  /** Every rupee the rail took stands once in the clearing account, under the payment it took it with. */
  async function expectCollectionsAgree(): Promise<void> {
    const { rows } = await server().sql.query<{ ref: string; paise: string }>(
      `select r.provider_payment_ref as ref, sum(p.amount_paise)::text as paise
       from repayments r join postings p on p.user_id = r.user_id and p.journal_id = r.journal_id and p.account = 'A120'
       group by 1`,
    );
    const booked = new Map(rows.map((row) => [row.ref, Number(row.paise)]));
    const taken = (await collected(server())).filter(
      (one) => one.status === 'captured' || (one.status === 'refunded' && booked.has(one.paymentId)),
    );
    expect(booked).toEqual(new Map(taken.map((one) => [one.paymentId, one.amountPaise])));
  }

  /** Expects the rail's refunds of money in our books to equal the refunds in the books, one by one. */
  async function expectRefundsAgree(): Promise<void> {
    const { refunds } = await server().control<{
      refunds: { refundId: string; paymentId: string; amountPaise: number; status: string }[];
    }>('GET', '/truth');
    const { rows } = await server().sql.query<{ id: string; ref: string; paise: string }>(
      `select f.provider_ref as id, r.provider_payment_ref as ref, (-p.amount_paise)::text as paise
       from refunds f join repayments r on r.user_id = f.user_id and r.id = f.repayment_id
       join journals j on j.user_id = f.user_id and j.source_kind = 'refund' and j.source_id = md5(f.id::text || ' ended')::uuid
       join postings p on p.user_id = j.user_id and p.journal_id = j.id and p.account = 'A100'`,
    );
    const ours = new Set(rows.map((row) => row.ref));
    const given = refunds.filter((one) => ours.has(one.paymentId) && one.status === 'processed');
    expect(new Map(rows.map((row) => [row.id, `${row.ref} ${row.paise}`]))).toEqual(
      new Map(given.map((one) => [one.refundId, `${one.paymentId} ${one.amountPaise}`])),
    );
  }

  /** Until so much of a loan's money has gone back to who paid it. */
  async function untilReturned(loanId: string, paise: number): Promise<void> {
    await until(async () => {
      const books = await balances(server(), { loanId, isSettled: false });
      return books['A100'] === -paise && !books['L310'] && !books['L311'] ? true : undefined;
    });
    await expectRefundsAgree();
  }

  /** A bill that was paid just now. Who pays another one through the product has gone through KYC, and is given. */
  async function aLoan(billPaise: number, instalments = 1, payer?: Person): Promise<Loan> {
    const person = payer ?? (await aBorrower(server()));
    const id = await aPaidBill(server(), person, { billPaise, instalments });
    return { person, id, owed: (await person.payment(id)).outstandingPaise };
  }

  /** The loan of the worked examples: ₹15,000 in three EMIs, booked on 15 January of a coming year. */
  async function w2(year: number, payer?: Person): Promise<Loan> {
    await moveTo(server(), `${year}-01-15T06:00:00Z`);
    return aLoan(1_500_000, 3, payer);
  }

  async function onDay({ person }: Loan, day: string, time = '06:00:00Z'): Promise<void> {
    await moveTo(server(), `${day}T${time}`);
    await signInAgain(person);
  }

  function start({ person, id }: Loan, amountPaise: number, key: string = randomUUID()) {
    return person.call<StartedRepayment>(
      'POST',
      `/payments/${id}/repayments`,
      { amountPaise },
      { 'idempotency-key': key },
    );
  }

  /** Starts a repayment and lets the payer act in the checkout; nothing is confirmed yet. */
  async function begin(loan: Loan, amountPaise: number, using = 'success@razorpay') {
    const reply = await start(loan, amountPaise);
    expect(reply.status).toBe(202);
    const { id, checkout } = reply.body;
    const act = await payOrder(checkout!.orderId, using);
    return { id, orderId: checkout!.orderId, ...act };
  }

  function payOrder(
    orderId: string,
    using: string,
  ): Promise<{ paymentId: string; signature: string | null }> {
    return server().control('POST', '/act', { what: 'pay_order', orderId, with: using });
  }

  function confirm(person: Person, id: string, body: { paymentId: string; signature: string | null }) {
    return person.call<Repayment>('POST', `/repayments/${id}/confirm`, {
      paymentId: body.paymentId,
      signature: body.signature ?? 'none',
    });
  }

  function untilRepayment(person: Person, id: string, status: Repayment['status']): Promise<Repayment> {
    return until(async () => {
      const repayment = await person.ok<Repayment>('GET', `/repayments/${id}`);
      return repayment.status === status ? repayment : undefined;
    });
  }

  async function usedOf(person: Person): Promise<number> {
    return (await person.ok<{ credit: { usedPaise: number } }>('GET', '/me')).credit.usedPaise;
  }

  async function webhooks(policy: object): Promise<void> {
    await server().control('POST', '/webhooks/policy', policy);
  }

  async function catchUp({ person }: Loan, throughOn: string): Promise<void> {
    const userId = await idOf(person);
    const now = new Date(`${throughOn}T19:00:00Z`);
    await asWorker(server(), userId, (tx) => catchUpDays(tx, userId, businessDate(throughOn), now));
  }

  return {
    expectCollectionsAgree,
    expectRefundsAgree,
    untilReturned,
    aLoan,
    w2,
    onDay,
    start,
    begin,
    payOrder,
    confirm,
    untilRepayment,
    usedOf,
    webhooks,
    catchUp,
  };
}
