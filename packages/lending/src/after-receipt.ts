import { addPaise, paise, type Paise, ZERO_PAISE } from '@mohlat/money';
import type { Charge, Instalment, Loan } from './borrower.ts';
import type { NewInstalment, ReceiptChange } from './decision.ts';

/** The loan once a change of a receipt is written. The limit follows from the loans, see `after`. */
export function afterReceipt(loan: Loan, change: ReceiptChange): Loan {
  switch (change.change) {
    case 'repayment_settled':
      return withReceipt(loan, change);
    case 'allocation_written':
      return withShare(loan, change);
    case 'earmarks_released':
      return loan.earmarks.reduce<Loan>(
        (one, { repaymentId, amountPaise }) => covering(one, repaymentId, paise(-amountPaise)),
        { ...loan, earmarks: [] },
      );
    case 'instalment_paid':
      return {
        ...loan,
        instalments: loan.instalments.map((one) => (one.number === change.number ? paid(one, change) : one)),
      };
    case 'charge_paid':
      return withCharge(loan, change.chargeId, ({ paidPaise }) => ({
        paidPaise: addPaise(paidPaise, change.amountPaise),
      }));
    case 'charge_waived':
      return withCharge(loan, change.chargeId, ({ waivedPaise }) => ({
        waivedPaise: addPaise(waivedPaise, change.amountPaise),
      }));
    case 'schedule_replaced':
      return {
        ...loan,
        instalments: [
          ...loan.instalments.filter(({ dueOn }) => dueOn <= change.on),
          ...change.rows.map((row) => unpaid(change.repaymentId, row)),
        ],
      };
    case 'limit_freed':
      return loan;
  }
}

/** The id of an instalment that was decided and has no row yet. */
export function nameOfNewInstalment(repaymentId: string, number: number): string {
  return `new ${number} of ${repaymentId}`;
}

type Of<Name extends ReceiptChange['change']> = Extract<ReceiptChange, { change: Name }>;

function withReceipt(loan: Loan, { repaymentId, receivedAt, valueOn }: Of<'repayment_settled'>): Loan {
  const added = { id: repaymentId, receivedAt, valueOn, coveredPaise: ZERO_PAISE };
  return { ...loan, receipts: [...loan.receipts, added] };
}

function withShare(loan: Loan, share: Of<'allocation_written'>): Loan {
  const { repaymentId, number, component, amountPaise } = share;
  if (component === 'excess') return loan;
  const covered = covering(loan, repaymentId, amountPaise);
  if (component === 'penal' || component === 'bounce') return covered;
  if (number === null)
    return component === 'interest'
      ? { ...covered, prepaidInterestPaise: addPaise(loan.prepaidInterestPaise, amountPaise) }
      : covered;
  if (!share.isEarmark) return covered;
  const receivedAt = loan.receipts.find(({ id }) => id === repaymentId)?.receivedAt;
  if (receivedAt === undefined) throw new RangeError('Money is held of a repayment that counts');
  const held = { repaymentId, receivedAt, number, component, amountPaise };
  return { ...covered, earmarks: [...loan.earmarks, held] };
}

function covering(loan: Loan, repaymentId: string, amountPaise: Paise): Loan {
  return {
    ...loan,
    receipts: loan.receipts.map((one) =>
      one.id === repaymentId ? { ...one, coveredPaise: addPaise(one.coveredPaise, amountPaise) } : one,
    ),
  };
}

function paid(one: Instalment, by: Of<'instalment_paid'>): Instalment {
  return {
    ...one,
    paidPrincipalPaise: addPaise(one.paidPrincipalPaise, by.principalPaise),
    paidFeePaise: addPaise(one.paidFeePaise, by.feePaise),
    paidInterestPaise: addPaise(one.paidInterestPaise, by.interestPaise),
  };
}

function withCharge(loan: Loan, chargeId: string, change: (one: Charge) => Partial<Charge>): Loan {
  return {
    ...loan,
    charges: loan.charges.map((one) => (one.id === chargeId ? { ...one, ...change(one) } : one)),
  };
}

function unpaid(repaymentId: string, row: NewInstalment): Instalment {
  return {
    ...row,
    id: nameOfNewInstalment(repaymentId, row.number),
    isDemanded: false,
    paidPrincipalPaise: ZERO_PAISE,
    paidFeePaise: ZERO_PAISE,
    paidInterestPaise: ZERO_PAISE,
  };
}
