import { creditCaptured } from '../src/features/repayments/repayments.settle.ts';
import { idOf, type Lab, type LabLoan } from './lending-lab.ts';

/** Money of a debit under a mandate, for one instalment. */
export async function debit(
  lab: Lab,
  { userId, loanId }: LabLoan,
  name: string,
  paise: number,
  at: Date,
  number: number,
) {
  const repaymentId = idOf(`repayment ${name}`);
  await lab.owner.query(
    `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, only_number, created_at)
     values ($1, $2, $3, $4, 'initiated', 'mandate', $5, $6)`,
    [userId, repaymentId, loanId, paise, number, at],
  );
  const money = { providerPaymentRef: `pay_${name}`, amountPaise: paise, refundedPaise: 0, capturedAt: at };
  await creditCaptured(lab.deps, { userId, repaymentId }, { ...money, isCreditSource: false });
}
