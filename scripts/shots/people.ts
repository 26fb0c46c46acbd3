import { expect } from '@playwright/test';
import type { Credit, StartedRepayment } from '@mohlat/contract';
import { Member, PASSWORD, someone } from '../../e2e/member.ts';
import { Outside } from '../../e2e/outside.ts';
import { totp } from '../../e2e/totp.ts';
import { signInOf } from '../demo-product.ts';

/** A person of the demo, who signs in as people do. */
class Resident extends Member {
  async signIn(secret: string | undefined): Promise<this> {
    const { email } = this.identity;
    const session = await this.post<{ access_token: string; user: { factors?: { id: string }[] } }>(
      '/auth/v1/token?grant_type=password',
      { email, password: PASSWORD },
    );
    this.session = session;
    const [factor] = session.user.factors ?? [];
    if (secret === undefined || factor === undefined) return this;
    const path = `/auth/v1/factors/${factor.id}`;
    const { id } = await this.post<{ id: string }>(`${path}/challenge`, {});
    this.session = await this.post(`${path}/verify`, { challenge_id: id, code: totp(secret) });
    return this;
  }
}

export interface People {
  /** An account and nothing more. */
  readonly beginner: Member;
  /** A profile and nothing more. */
  readonly newcomer: Member;
  /** A plan, a bill that failed and one whose outcome is not known. */
  readonly member: Member;
  readonly paidId: string;
  readonly failedId: string;
  readonly unclearId: string;
  /** Repaid everything, and the payer's bank demands it back: the limit rests, and the account stays open. */
  readonly disputed: Member;
  /** The person whose year the demo has lived. */
  readonly resident: Member;
  /** A member of staff with every role. */
  readonly lead: Member;
}

/** A name that fits nowhere by itself. */
const LONG_NAME = 'Venkatanarasimharajuvaripeta Subrahmanyam';

/** The people who are seen in the pictures. */
export async function settle(
  origin: string,
  sandboxUrl: string,
  dataDir: string,
  name = LONG_NAME,
): Promise<People> {
  const outside = new Outside(sandboxUrl, dataDir);
  const make = async (name: string, stage: 'account' | 'profile' | 'limit') => {
    const identity = someone(name);
    await outside.register(identity);
    return new Member(origin, outside, identity).reach(stage);
  };
  const enter = (who: string) => {
    const { email, secret } = signInOf(dataDir, `${who}@demo.example.in`);
    return new Resident(origin, outside, { ...someone(), email }).signIn(secret);
  };
  const [beginner, newcomer, member, disputed, resident, lead] = await Promise.all([
    make('Asha Rao', 'account'),
    make('Asha Rao', 'profile'),
    make(name, 'limit'),
    make('Meera Iyer', 'limit'),
    enter('aarav'),
    enter('lead'),
  ]);
  const { id: paidId } = await member.pay('4021', 900_000, { kind: 'emi', instalments: 3 });
  await member.repay(paidId, 100_000);
  await repayAndDispute(disputed);
  const { id: failedId } = await member.start('1002', 200_000);
  const { id: unclearId } = await member.start('1018', 123_456);
  // The rail is waited for as long as the product waits for it, which is longer than a test's patience.
  const inTime = { timeout: 60_000 };
  await expect(() => member.until(failedId, 'failed')).toPass(inTime);
  await expect(() => member.until(unclearId, 'unknown')).toPass(inTime);
  await expect(async () => {
    const { state } = await disputed.call<Credit>('GET', '/credit');
    expect(state).toBe('suspended');
  }).toPass(inTime);
  return { beginner, newcomer, member, disputed, paidId, failedId, unclearId, resident, lead };
}

/** Repays a bill in full, and has the payer's bank demand it back. */
async function repayAndDispute(member: Member): Promise<void> {
  const { id, outstandingPaise: amountPaise } = await member.pay('4021', 500_000);
  const path = `/payments/${id}/repayments`;
  const started = await member.call<StartedRepayment>('POST', path, { amountPaise });
  const { paymentId, signature } = await member.outside.payOrder(started.checkout!.orderId);
  await member.call('POST', `/repayments/${started.id}/confirm`, { paymentId, signature });
  await member.outside.dispute(paymentId);
}
