import { type Agreement, agreedAtOf, type Clearing } from '@mohlat/lending';
import { addDays, istDate } from '@mohlat/money';
import { applyWaiver, applyWriteOff, settleStanding } from '../src/features/lending/index.ts';
import * as losses from '../src/features/losses/losses.repo.ts';
import { debtOn } from '../src/features/losses/losses.service.ts';
import { idOf, type Lab, type LabLoan } from './lending-lab.ts';
import { clearByTwo } from './rail-lab.ts';

const STAFF = '00000000-0000-7000-8000-00000000000a';
const COLLEAGUE = '00000000-0000-7000-8000-00000000000b';

/** Carries out decisions of staff about a lab's loans, at the lab's own time, as the product does once they are decided. */
export function deciding(lab: Lab) {
  const now = () => lab.clock.now();
  const today = () => istDate(now().getTime());

  async function approval(name: string, kind: string, loan: LabLoan): Promise<string> {
    const id = idOf(`approval ${name}`);
    await lab.owner.query(
      `insert into approvals (id, kind, object_id, subject_id, payload, reason, status, proposed_by, proposed_at, expires_at, decided_by, decided_at)
       values ($1, $2, $3, $4, '{}', 'lab', 'approved', $5, $6, $6, $7, $6)`,
      [id, kind, loan.loanId, loan.userId, STAFF, now(), COLLEAGUE],
    );
    return id;
  }

  /** Answers what it came to. */
  async function waive(
    loan: LabLoan,
    name: string,
    component: string,
    grantedPaise: number,
  ): Promise<number> {
    await lab.catchUp(loan, addDays(today(), -1));
    const id = idOf(`waiver ${name}`);
    return lab.worker.forUser(loan.userId, async (tx) => {
      await tx.call('select 1 from credit_accounts where user_id = $1 for update', [loan.userId]);
      await tx.call(
        `insert into waivers (user_id, id, loan_id, origin, component, granted_paise, reason, granted_by, granted_at, effective_on)
         values ($1, $2, $3, 'staff', $4, $5, 'lab', $6, $7, $8)`,
        [loan.userId, id, loan.loanId, component, grantedPaise, STAFF, now(), today()],
      );
      const appliedPaise = await applyWaiver(tx, loan.userId, id, now());
      await settleStanding(tx, [loan.userId], now());
      return appliedPaise;
    });
  }

  async function writeOff(loan: LabLoan, name: string): Promise<void> {
    await lab.catchUp(loan, addDays(today(), -1));
    const approvalId = await approval(name, 'write_off', loan);
    await lab.worker.forUser(loan.userId, async (tx) => {
      await tx.call(
        `insert into write_offs (user_id, id, loan_id, approval_id, decided_at, effective_on) values ($1, $2, $3, $4, $5, $6)`,
        [loan.userId, approvalId, loan.loanId, approvalId, now(), today()],
      );
      await applyWriteOff(tx, loan.userId, approvalId, now());
      await settleStanding(tx, [loan.userId], now());
    });
  }

  /** `owed`: what the two know to be owed; left out: what the books say. */
  async function agree(
    loan: LabLoan,
    name: string,
    agreedPaise: number,
    payBy: string,
    owed: Pick<Agreement, 'owedPaise' | 'chargedPaise'> | null = null,
  ): Promise<void> {
    const approvalId = await approval(name, 'settlement', loan);
    await lab.worker.forUser(loan.userId, async (tx) => {
      const debt = await debtOn(tx, loan, today());
      const owedPaise = owed?.owedPaise ?? debt.outstandingPaise;
      const chargedPaise = owed?.chargedPaise ?? debt.chargedPaise;
      const known = await losses.findLoan(tx, loan);
      const agreedAt = new Date(agreedAtOf(now().getTime(), known!.lastReceivedAt));
      await losses.agree(tx, loan, { agreedPaise, owedPaise, chargedPaise, payBy, approvalId, agreedAt });
    });
  }

  /** A difference with a rail that two have agreed to clear in a way that books something. */
  async function clear({ userId }: LabLoan, id: string, resolution: Clearing): Promise<void> {
    await lab.worker.forUser(userId, (tx) => clearByTwo(tx, { userId, id }, resolution, now()));
  }

  return { clear, waive, writeOff, agree };
}
