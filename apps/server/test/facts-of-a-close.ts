import { businessDate } from '@mohlat/money';
import type { Tx } from '../src/platform/db/database.ts';
import { inOrder } from './in-order.ts';
import { type Lab, type LabLoan } from './lending-lab.ts';

const TERMS = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };

/**
 * Writes a fact that the close of a day decides by and that no trigger counts (decision 086) while a close is under way. Fails
 * where the write does not wait; answers whether it was written in the end.
 */
export async function writtenAfterClose(
  lab: Lab,
  name: string,
  write: (tx: Tx, loan: LabLoan) => Promise<unknown>,
): Promise<boolean> {
  const loan = await lab.lend(`${name.replace(' ', '-')} l`, TERMS);
  const account = { text: 'select 1 from credit_accounts where user_id = $1', values: [loan.userId] };
  const row = { text: 'select 1 from loans where id = $1', values: [loan.loanId] };
  let isWritten = false;
  await inOrder(lab.owner, account, row, async () => {
    await lab.worker.forUser(loan.userId, (tx) => write(tx, loan));
    isWritten = true;
  });
  return isWritten;
}
