import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { MANDATE_KINDS, type MandateKind, REGISTRATION_PAISE } from '#providers/index.ts';
import { type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { atTheRail, BILL, DAY } from '#test/rail-lab.ts';

let lab: Lab;
let loan: LabLoan;
const { settle } = atTheRail(() => lab);
beforeAll(async () => {
  lab = await openLab();
  loan = await lab.lend('mandate l', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

async function register(kind: MandateKind, orderRef: string): Promise<void> {
  await lab.owner.query(
    `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, order_ref, created_at)
     values ($1, $2, $3, $4, 'cancelled', 600000, $5, $6, $7)`,
    [loan.userId, newId(), loan.loanId, kind, businessDate('2027-08-01'), orderRef, lab.clock.now()],
  );
}

test.each(MANDATE_KINDS)(
  'LEND-21: given the registration of a mandate by %s, then the row fits what the rail was told to take',
  async (kind) => {
    const orderRef = `order_${kind}`;
    await register(kind, orderRef);
    const amount = REGISTRATION_PAISE[kind];
    const row = (entityRef: string, paise: number) =>
      ({ kind: 'payment', entityRef, orderRef, amount: paise, net: paise }) as const;
    expect(await settle([row(`reg_${kind}`, amount)])).toEqual(['matched']);
    expect(await settle([row(`more_${kind}`, amount + 1)])).toEqual(['differs']);
  },
);
