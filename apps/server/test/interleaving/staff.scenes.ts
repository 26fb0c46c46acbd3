import { randomUUID } from 'node:crypto';
import type { Person } from '../person.ts';
import { promote } from '../recordings.ts';
import { somebody } from '../steps.ts';
import { aPaidOrder, closeDays, type Ids, judge, type PaidOrder, refund, returnBill } from './loan.scenes.ts';
import { aNewPayer } from './payers.ts';
import type { Product } from './product.ts';
import type { Scene, Subject } from './scene.ts';

const BILL_PAISE = 1_000_000;
const ANY = '4021';
/** One of the staff grants it alone. */
const SMALL_PAISE = 10_000;
/** Two decide. */
const LARGE_PAISE = 60_000;
const AGREED_PAISE = 800_000;
/** More than 181 days past due, so that it may be written off. */
const OVERDUE = 'P245D';
const REASON = 'Agreed on the phone';

interface Staff {
  readonly maker: Person;
  readonly checker: Person;
}

const staffOf = new WeakMap<Product, Staff>();

/** Two members of staff, with sessions that are fresh. */
async function staffAt(product: Product): Promise<Staff> {
  const known = staffOf.get(product);
  const [maker, checker] = known
    ? [await known.maker.renew(), await known.checker.renew()]
    : [await somebody(product.server).signUp(), await somebody(product.server).signUp()];
  const staff = {
    maker: await promote(product.server, maker),
    checker: await promote(product.server, checker),
  };
  staffOf.set(product, staff);
  return staff;
}

/** Proposes something about a loan; answers the proposal. */
async function propose(maker: Person, loanId: string, what: string, body: object): Promise<string> {
  const { approvalId } = await maker.ok<{ approvalId: string }>(
    'POST',
    `/admin/payments/${loanId}/${what}`,
    { ...body, reason: REASON },
    { 'idempotency-key': randomUUID() },
  );
  return approvalId;
}

/** A loan that is overdue for long, with all that staff may decide about it proposed, and orders for its money. */
async function longOverdue(product: Product): Promise<Subject> {
  const payer = await aNewPayer(product);
  const { userId, person } = payer;
  const { id: paymentId } = await payer.accept(await payer.quote(ANY, BILL_PAISE));
  const ids = { userId, paymentId };
  await product.run('payments.submit', ids);
  await product.server.control('POST', '/clock', { advance: OVERDUE });
  await closeDays(product, ids);
  await payer.renewed();
  const { maker, checker } = await staffAt(product);
  const payBy = new Date(product.server.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const proposals = {
    waiver: await propose(maker, paymentId, 'waivers', { component: 'penal', amountPaise: LARGE_PAISE }),
    settlement: await propose(maker, paymentId, 'settlements', { agreedPaise: AGREED_PAISE, payBy }),
    writeOff: await propose(maker, paymentId, 'write-offs', {}),
  };
  const { outstandingPaise } = await person.payment(paymentId);
  const all = await aPaidOrder(product, payer, paymentId, outstandingPaise);
  const agreed = await aPaidOrder(product, payer, paymentId, AGREED_PAISE);
  await product.sql.query('delete from graphile_worker._private_jobs');
  // A day that is not closed yet, so that it may be closed meanwhile.
  await product.server.control('POST', '/clock', { advance: 'P1D' });
  const [key, orderKey] = [randomUUID(), randomUUID()];
  const waive = () =>
    product.request(
      maker.token,
      `/admin/payments/${paymentId}/waivers`,
      { component: 'penal', amountPaise: SMALL_PAISE, reason: REASON },
      key,
    );
  const approve = (id: string) => () =>
    product.request(checker.token, `/admin/approvals/${id}`, { decision: 'approve' });
  const order = () =>
    product.request(
      person.token,
      `/payments/${paymentId}/repayments`,
      { amountPaise: SMALL_PAISE },
      orderKey,
    );
  const confirm = (paid: PaidOrder) => () =>
    product.request(person.token, `/repayments/${paid.id}/confirm`, {
      paymentId: paid.paymentRef,
      signature: paid.signature,
    });
  const before = await countOf(product, ids);
  return {
    acts: {
      waive,
      'waive again': waive,
      'approve the waiver': approve(proposals.waiver),
      'approve the settlement': approve(proposals.settlement),
      'approve the write-off': approve(proposals.writeOff),
      'begin a repayment': order,
      'begin it again': order,
      'confirm all': confirm(all),
      'confirm the agreed sum': confirm(agreed),
      refund: () => refund(product, ids),
      'close the day': () => closeDays(product, ids),
      'return of the bill': () => returnBill(product, ids),
    },
    findings: async () => {
      const now = await countOf(product, ids);
      return [
        ...(now.small - before.small > 1 ? ['one waiver under one key was granted twice'] : []),
        ...(now.orders - before.orders > 1 ? ['one repayment under one key was begun twice'] : []),
        ...(now.decided > 3 ? ['a proposal was carried out twice'] : []),
        ...(await judge(product, ids)),
      ];
    },
  };
}

interface Counts {
  readonly small: number;
  readonly orders: number;
  readonly decided: number;
}

async function countOf(product: Product, { userId, paymentId }: Ids): Promise<Counts> {
  const { rows } = await product.sql.query<Counts>(
    `select
       (select count(*)::int from waivers w where w.user_id = $1 and w.loan_id = $2 and w.granted_paise = $3) as small,
       (select count(*)::int from repayments r where r.user_id = $1 and r.loan_id = $2) as orders,
       (select count(*)::int from waivers w where w.user_id = $1 and w.loan_id = $2 and w.granted_paise = $4)
         + (select count(*)::int from settlements s where s.user_id = $1 and s.loan_id = $2)
         + (select count(*)::int from write_offs o where o.user_id = $1 and o.loan_id = $2) as decided`,
    [userId, paymentId, SMALL_PAISE, LARGE_PAISE],
  );
  return rows[0]!;
}

export const STAFF_DECIDE: Scene = {
  name: 'a loan about which staff decide',
  acts: [
    'waive',
    'waive again',
    'approve the waiver',
    'approve the settlement',
    'approve the write-off',
    'begin a repayment',
    'begin it again',
    'confirm all',
    'confirm the agreed sum',
    'refund',
    'close the day',
    'return of the bill',
  ],
  prepare: longOverdue,
};
