import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillPayState, ProviderUnreachable } from '#providers/index.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { enquire } from './enquiry.ts';

/** A request that was sent again, and that the rail made a payment of each time: one of them failed. */
const DAY = businessDate('2027-01-15');
const BILL = 1_500_000;
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

type Row = Pick<BillPayState, 'state' | 'payRef'> & Partial<BillPayState>;
const FAILED: Row = { state: 'failure', payRef: 'REF-A', failure: { reason: 'refused' } as never };
const PAID: Row = { state: 'success', payRef: 'REF-B', paidAt: noonOf(DAY), providerTxnId: 'TXN-B' };

interface Rail {
  /** The reference that we know, and the rail's word under it. */
  readonly known?: Row;
  /** The list's word of the first day and of the one after; `away`: it is not answered. */
  readonly lists: readonly (Row | null | 'away')[];
  readonly isResent?: boolean;
}

/** Asks a rail how a payment stands that was sent at noon and is payable for two days; answers how it stands then. */
async function ask(name: string, { known, lists, isResent = false }: Rail) {
  const { userId, loanId } = await lab.lend(`${name} l`, {
    billPaise: BILL,
    instalments: 1,
    disbursedOn: DAY,
    isUnanswered: true,
  });
  lab.set(new Date(noonOf(DAY).getTime() + 60_000));
  await lab.owner.query(
    'update payment_attempts set provider_ref = $2, resent_count = $3 where payment_id = $1',
    [loanId, known?.payRef ?? null, isResent ? 1 : 0],
  );
  const billPayment = {
    getPayment: async () => known,
    findByKey: async ({ day }: { readonly day: string }) => {
      const listed = lists[day === DAY ? 0 : 1];
      if (listed === 'away')
        throw new ProviderUnreachable({ provider: 'setu', op: 'findByKey', message: 'away' } as never);
      return listed;
    },
  };
  const request = JSON.stringify({ payableUntil: noonOf(addDays(DAY, 1)).toISOString(), convFee: 0 });
  const deps = {
    ...lab.deps,
    providers: { billPayment },
    vault: { open: () => request },
    log: { warn() {} },
  };
  await enquire(deps as never, { userId, paymentId: loanId });
  const { rows } = await lab.owner.query<Record<string, unknown>>(
    `select p.bill_status as status, a.provider_ref as ref, coalesce((
       select sum(x.amount_paise) from postings x where x.loan_id = p.id and x.account = 'A115'), 0)::integer as owed
     from payments p join payment_attempts a on a.payment_id = p.id where p.id = $1`,
    [loanId],
  );
  return rows[0];
}

test.each<[string, Rail, object]>([
  [
    'a failed row of the first day and a success of the next',
    { lists: [FAILED, PAID] },
    { status: 'paid', ref: 'REF-B' },
  ],
  ['a success of the first day', { lists: [PAID, 'away'] }, { status: 'paid', ref: 'REF-B' }],
  [
    'a failed row, and a list of the next day without an answer',
    { lists: [FAILED, 'away'] },
    { status: 'unknown' },
  ],
  ['a failed row alone', { lists: [FAILED, null] }, { status: 'failed', owed: 0 }],
  [
    'a reference that failed, and a success in the list',
    { known: FAILED, lists: [PAID, null] },
    { status: 'paid', ref: 'REF-B' },
  ],
  [
    'a reference that failed, and another one under way in the list',
    { known: FAILED, lists: [null, { ...PAID, state: 'processing' }] },
    { status: 'submitted', ref: 'REF-B' },
  ],
  [
    'a reference that failed, sent again, and no list',
    { known: FAILED, lists: ['away'], isResent: true },
    { status: 'submitted', ref: 'REF-A' },
  ],
  [
    'a reference that failed, sent once, and no list',
    { known: FAILED, lists: ['away'] },
    { status: 'failed', owed: 0 },
  ],
  [
    'a reference that failed, whose money is on its way back by the list',
    { known: FAILED, lists: [{ ...FAILED, refundStatus: 'required' }, null] },
    { status: 'failed', owed: BILL },
  ],
])('LEND-X1: given %s, then the payment is as the rail made it', async (what, rail, expected) => {
  expect(await ask(what.replaceAll(/\W+/g, '-'), rail)).toMatchObject(expected);
});
