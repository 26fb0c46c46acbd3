import { randomUUID } from 'node:crypto';
import type { AdminPayment, ApprovalFact, Problem } from '@mohlat/contract';
import { addDays, istDate } from '@mohlat/money';
import { expect } from 'vitest';
import type { TestServer } from './harness.ts';
import type { Person } from './person.ts';
import { promote } from './recordings.ts';
import type { Loan } from './repaying.ts';
import { signInAgain, somebody } from './steps.ts';

type What = 'settlements' | 'write-offs';

/** Two of staff, of whom one proposes what a loan's owner is let off and the other approves it, on the server of their file. */
export function proposing(server: () => TestServer) {
  const staff: Person[] = [];

  async function arrive(): Promise<void> {
    for (let count = 0; count < 2; count += 1)
      staff.push(await promote(server(), await somebody(server()).signUp()));
  }
  /** After the clock moved. */
  async function comeBack(): Promise<void> {
    for (const one of staff) await promote(server(), await signInAgain(one));
  }
  const maker = () => staff[0]!;
  const checker = () => staff[1]!;

  /** A lower sum for a loan of ₹3,000, to be paid within two weeks. */
  const offer = () => ({ agreedPaise: 100_000, payBy: addDays(istDate(server().now()), 14) });

  const propose = ({ id }: Loan, what: What, body: object = {}) =>
    maker().call<{ approvalId: string } & Problem>(
      'POST',
      `/admin/payments/${id}/${what}`,
      { reason: 'They lost their work', ...body },
      { 'idempotency-key': randomUUID() },
    );
  async function proposed(loan: Loan, what: What, body: object = {}): Promise<string> {
    const { status, body: answer } = await propose(loan, what, body);
    expect(status).toBe(202);
    return answer.approvalId;
  }

  async function approve(id: string): Promise<unknown[]> {
    const path = `/admin/approvals/${id}`;
    const { status, body } = await checker().call<Problem>('POST', path, { decision: 'approve' });
    return status === 200 ? [200] : [status, body.code];
  }
  const factsOf = (id: string) =>
    checker().ok<{ facts: ApprovalFact[]; isCurrent: boolean }>('GET', `/admin/approvals/${id}`);
  const actionsOf = async ({ id }: Loan) =>
    (await maker().ok<AdminPayment>('GET', `/admin/payments/${id}`)).actions;

  return { arrive, comeBack, maker, checker, offer, propose, proposed, approve, factsOf, actionsOf };
}
