import { addDays, businessDate } from '@mohlat/money';
import { afterEach, expect, test } from 'vitest';
import { chargeBounce } from '#features/lending/index.ts';
import { beginDebit } from '#features/repayments/index.ts';
import { creditCaptured } from '#features/repayments/repayments.settle.ts';
import { bookOutcome, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const START = businessDate('2026-01-15');
const DUE = businessDate('2026-02-15');
const labs: Lab[] = [];

afterEach(async () => {
  for (const lab of labs.splice(0)) await lab.close();
});

async function aLab(): Promise<{ lab: Lab; loan: LabLoan }> {
  const lab = await openLab();
  labs.push(lab);
  return {
    lab,
    loan: await lab.lend('p l', { billPaise: 1_500_000, instalments: 3, disbursedOn: START }),
  };
}

async function live(lab: Lab, loan: LabLoan, days: number): Promise<void> {
  lab.set(noonOf(addDays(DUE, days)));
  await lab.catchUp(loan, addDays(DUE, days - 1));
}

function bounce(lab: Lab, loan: LabLoan) {
  const debit = { loanId: loan.loanId, number: 1 };
  return lab.worker.forUser(loan.userId, (tx) => chargeBounce(tx, loan.userId, debit, lab.clock.now()));
}

/** A debit of the due date for one instalment, reported when the lab's clock stands where it stands. */
async function debit(lab: Lab, loan: LabLoan, number: number, amountPaise: number): Promise<void> {
  const repaymentId = `00000000-0000-7000-8000-00000000000${number}`;
  const { userId, loanId } = loan;
  const terms = { userId, repaymentId, loanId, amountPaise, orderRef: `order_${number}`, number };
  await lab.worker.forUser(userId, (tx) => beginDebit(tx, terms, lab.clock.now()));
  await creditCaptured(
    lab.deps,
    { userId, repaymentId },
    {
      providerPaymentRef: `pay_debit${number}`,
      amountPaise,
      refundedPaise: 0,
      capturedAt: noonOf(DUE),
      isCreditSource: false,
    },
  );
}

test('a debit pays its instalment alone, and heard late the books end as heard at once', async () => {
  const outcomes: unknown[] = [];
  for (const heardAfter of [0, 9]) {
    const { lab, loan } = await aLab();
    await live(lab, loan, heardAfter);
    await debit(lab, loan, 1, 600_000);
    await live(lab, loan, 20);
    outcomes.push(await bookOutcome(lab));
    expect(await lab.broken()).toEqual([]);
  }
  expect(outcomes[1]).toEqual(outcomes[0]);
  const text = JSON.stringify(outcomes[0]);
  expect(text).toContain('{"account":"A121","sum":600000}');
  expect(text).toContain('{"account":"L310","sum":-80000}');
  expect(text).not.toContain('L300');
});

test('LEND-W6: a bounce charge stands when the loan is taken back, and money of before it does not pay it', async () => {
  const outcomes: unknown[] = [];
  for (const heardAfter of [0, 2]) {
    const { lab, loan } = await aLab();
    if (heardAfter === 0) {
      await live(lab, loan, 0);
      await lab.credit(loan, 'hand', 600_000, noonOf(DUE));
    }
    await live(lab, loan, 1);
    expect(await bounce(lab, loan)).toMatchObject({ amountPaise: 10_000 });
    expect(await bounce(lab, loan)).toBeUndefined();
    if (heardAfter > 0) {
      await live(lab, loan, heardAfter);
      await lab.credit(loan, 'hand', 600_000, noonOf(DUE));
    }
    await live(lab, loan, 20);
    outcomes.push(await bookOutcome(lab));
    expect(await lab.broken()).toEqual([]);
  }
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(JSON.stringify(outcomes[0])).toContain('{"account":"A221","sum":10000}');
});
