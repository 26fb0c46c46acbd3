import { hold } from '../src/features/collections/receipts/receipts.repo.ts';
import type { Lab } from './lending-lab.ts';

/** Money that came to a lab without an owner, and is kept since; answers its id. The rail calls it by the name it is given here. */
export async function holdMoney(lab: Lab, name: string, amountPaise: number): Promise<string> {
  const now = lab.clock.now();
  const facts = {
    paymentRef: `pay_${name}`,
    orderRef: null,
    amountPaise,
    isCreditSource: false,
    receivedAt: now,
    keepDays: 30,
    hintedRepaymentId: null,
  };
  await lab.worker.plain((tx) => hold(tx, facts, now));
  const { rows } = await lab.owner.query<{ id: string }>(
    'select id from unidentified_receipts where payment_ref = $1',
    [facts.paymentRef],
  );
  return rows[0]!.id;
}
