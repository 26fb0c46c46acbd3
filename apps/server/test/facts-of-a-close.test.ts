import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as hardships from '../src/features/hardships/hardships.repo.ts';
import * as mandates from '../src/features/mandates/mandates.work.repo.ts';
import type { Tx } from '../src/platform/db/database.ts';
import { inOrder } from './in-order.ts';
import { idOf, type Lab, type LabLoan, openLab } from './lending-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const TERMS = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };

/** Facts that the close of a day decides by and that no trigger counts (decision 086). */
const FACTS: readonly (readonly [string, (tx: Tx, loan: LabLoan) => Promise<unknown>])[] = [
  ['a hardship', (tx, { userId, loanId }) => hardships.lockTelling(tx, userId, loanId)],
  [
    'a debit',
    (tx, { userId }) => {
      const ids = { userId, presentationId: idOf('no debit') };
      return mandates.savePresentation(tx, ids, ['planned'], 'announced', { nextLookAt: null });
    },
  ],
];

test.each(FACTS)(
  'LEND-C5: given a close under way, when %s is written, then it waits',
  async (name, write) => {
    const loan = await lab.lend(`${name.replace(' ', '-')} l`, TERMS);
    const account = { text: 'select 1 from credit_accounts where user_id = $1', values: [loan.userId] };
    const row = { text: 'select 1 from loans where id = $1', values: [loan.loanId] };
    let isWritten = false;
    await inOrder(lab.owner, account, row, async () => {
      await lab.worker.forUser(loan.userId, (tx) => write(tx, loan));
      isWritten = true;
    });
    expect(isWritten).toBe(true);
  },
);
