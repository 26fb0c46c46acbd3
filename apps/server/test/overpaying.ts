import type { Tx } from '../src/platform/db/database.ts';
import * as refunds from '../src/features/refunds/refunds.repo.ts';
import { pursueRefund } from '../src/features/refunds/refunds.service.ts';
import { dispute } from './disputing.ts';
import { EMI3, type Lab, type LabLoan } from './lending-lab.ts';

/** A repayment of a loan of three instalments, in paise, and the part of it that is too much. */
export const PAID = 1_600_000;
export const EXCESS = 70_000;

/** Lives of money that is too much and goes back, in a lab: by a refund, or by the payer's bank. */
export function overpaying(of: () => Lab) {
  const now = () => of().clock.now();

  /** A loan that was repaid by more than was owed. The rail knows the repayment by the name it is given here. */
  async function overpaid(name: string): Promise<LabLoan> {
    const loan = await of().lend(`${name} l`, EMI3);
    await of().credit(loan, name, PAID, now());
    return loan;
  }

  async function refundsOf({ loanId }: LabLoan) {
    const { rows } = await of().owner.query<{
      id: string;
      status: string;
      paise: number;
      reason: string | null;
    }>(
      `select id, status, amount_paise::integer as paise, failure_reason as reason from refunds
       where loan_id = $1 order by created_at, id`,
      [loanId],
    );
    return rows;
  }

  const statusesOf = async (loan: LabLoan) => (await refundsOf(loan)).map(({ status }) => status);

  /** The sums that stand in the books of refunds, disputes and losses of a person. */
  async function books({ userId }: LabLoan): Promise<Record<string, number>> {
    const { rows } = await of().owner.query<{ account: string; paise: string }>(
      `select account, sum(amount_paise)::text as paise from postings
       where user_id = $1 and account in ('A230', 'E550', 'L310', 'L311') group by 1 having sum(amount_paise) <> 0`,
      [userId],
    );
    return Object.fromEntries(rows.map((row) => [row.account, Number(row.paise)]));
  }

  async function openDifferences({ userId }: LabLoan): Promise<{ id: string; kind: string }[]> {
    const { rows } = await of().owner.query<{ id: string; kind: string }>(
      'select id, kind from reconciliation_breaks where user_id = $1 and resolved_at is null order by opened_at, id',
      [userId],
    );
    return rows;
  }

  const differencesOf = async (loan: LabLoan) => (await openDifferences(loan)).map(({ kind }) => kind);

  /** Pursues every refund of a loan at a rail that makes what it is asked for; answers how often it was asked. */
  async function pursueAll(loan: LabLoan, made: readonly string[] = []): Promise<number> {
    let asked = 0;
    const all = await refundsOf(loan);
    const collection = {
      refundsOf: async () =>
        all
          .filter(({ id }) => made.includes(id))
          .map(({ id, paise }) => ({ receipt: id, amount: paise, refundRef: 'rfnd_1', status: 'processed' })),
      refund: async () => {
        asked += 1;
        return { status: 'processed', refundRef: `rfnd_${asked}` };
      },
    };
    const deps = { ...of().deps, providers: { collection }, log: { warn() {} } } as never;
    for (const { id } of all) await pursueRefund(deps, { userId: loan.userId, refundId: id });
    return asked;
  }

  /** Pursues them at three looks over ten minutes, the last of which ends what was not made; answers how often the rail was asked. */
  async function pursueThrice(loan: LabLoan): Promise<number> {
    let asked = await pursueAll(loan);
    for (let time = 0; time < 2; time += 1) {
      later(1 / 12);
      asked += await pursueAll(loan);
    }
    return asked;
  }

  /** The rail says how the dispute of a repayment stands. */
  const tell = (name: string, status: string, amountPaise = PAID) =>
    dispute(of(), name, { paymentRef: `pay_${name}`, amountPaise, isDeducted: true }, [status]);

  const later = (hours: number) => of().set(new Date(now().getTime() + hours * 3_600_000));

  const locked = <T>({ userId, loanId }: LabLoan, run: (tx: Tx) => Promise<T>) =>
    of().worker.forUser(userId, async (tx) => {
      await refunds.lockLoan(tx, userId, loanId);
      return run(tx);
    });

  const start = (loan: LabLoan) =>
    locked(loan, (tx) => refunds.startRefunds(tx, loan.userId, [loan.loanId], now()));

  const restart = (loan: LabLoan) =>
    locked(loan, (tx) => refunds.restartRefunds(tx, loan.userId, loan.loanId, now()));

  const markSent = ({ userId }: LabLoan, refundId: string) =>
    of().worker.forUser(userId, (tx) => refunds.markSent(tx, { userId, refundId }, now()));

  /** The rail says how a refund ended. */
  const endRefund = ({ userId }: LabLoan, id: string, status: 'processed' | 'failed') =>
    of().worker.forUser(userId, (tx) =>
      refunds.endRefund(
        tx,
        { userId, refundId: id },
        { status, providerRef: `rfnd_${id}`, bankRef: null, failureReason: null, nextLookAt: now() },
        now(),
      ),
    );

  return {
    overpaid,
    refundsOf,
    statusesOf,
    books,
    openDifferences,
    differencesOf,
    pursueAll,
    pursueThrice,
    tell,
    later,
    start,
    restart,
    markSent,
    endRefund,
  };
}
