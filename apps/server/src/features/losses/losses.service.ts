import {
  type AnswerOf,
  type BodyOf,
  type EndpointCall,
  proposeSettlement,
  proposeWriteOff,
  waivePayment,
} from '@mohlat/contract';
import { isLive, standingCharges } from '@mohlat/lending';
import { type BusinessDate, paise, ZERO_PAISE } from '@mohlat/money';
import { type Act, actOnce, type OnceCall, type Outcome, proposeIn } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { findLoanOwner, findWaivable } from '#features/lending/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { findFactsOn, isAgreed, outstandingOfFacts } from '#features/payments/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './losses.repo.ts';
import { type Debt, isGrantedAlone, refusalOfSettlement, refusalOfWriteOff } from './losses.rules.ts';
import { afterWaiver } from './losses.tell.ts';

export type LossDeps = Pick<FeatureContext, 'worker' | 'clock' | 'config'> & { readonly notifier: Notifier };

export interface LossesService {
  /** Throws not_found, own_account, payment_not_payable, waiver_exceeds_due, approval_open. Rule: LEND-24 */
  readonly waive: OnceCall<typeof waivePayment>;
  /**
   * Throws not_found, own_account, payment_not_payable, settlement_not_lower, settlement_day, settlement_exists, loan_frozen,
   * debit_with_bank, repayment_disputed, approval_open. Rule: LEND-24
   */
  readonly settle: OnceCall<typeof proposeSettlement>;
  /** Throws not_found, own_account, payment_not_payable, write_off_too_early, loan_frozen, approval_open. Rule: LEND-D5 */
  readonly writeOff: OnceCall<typeof proposeWriteOff>;
}

/** Waives, settles and writes off: a small waiver alone, everything else as a proposal to a second person. */
export function createLossesService(deps: LossDeps): LossesService {
  return {
    waive: onLoan(deps, waivePayment, (scene, body) => waive(deps, scene, body)),
    settle: onLoan(deps, proposeSettlement, settle),
    writeOff: onLoan(deps, proposeWriteOff, writeOff),
  };
}

/** One locked loan, a member of staff, a moment. */
interface Scene extends Act, repo.LockedLoan {
  readonly ids: repo.LoanIds;
  readonly now: Date;
}

/** Each is done with the loan locked and its missing days closed. */
function onLoan<A, B extends object>(
  deps: LossDeps,
  endpoint: EndpointCall,
  work: (scene: Scene, body: B) => Promise<Outcome<A>>,
) {
  return actOnce(deps, endpoint, findLoanOwner, async (act, body: B) => {
    const ids = { userId: act.userId, loanId: act.objectId };
    const locked = await repo.lockLoan(act.tx, ids, deps.clock);
    if (!locked) throw new DomainError('not_found');
    return work({ ...act, ...locked, ids }, body);
  });
}

async function waive(
  deps: LossDeps,
  scene: Scene,
  { component, amountPaise, reason }: BodyOf<typeof waivePayment>,
): Promise<Outcome<AnswerOf<typeof waivePayment>>> {
  const { tx, actor, ids, loan, trace, today, now } = scene;
  if (!isLive(loan)) return { refusal: 'payment_not_payable' };
  const duePaise = await findWaivable(tx, ids, component, today);
  if (amountPaise > duePaise) return { refusal: 'waiver_exceeds_due' };
  const { waivedPaise } = loan;
  await repo.lockMember(tx, actor.userId);
  if (!isGrantedAlone(await repo.findGranted(tx, ids, today, actor.userId), amountPaise)) {
    const payload = { component, amountPaise };
    const proposed = await proposeIn(scene, { kind: 'waiver', payload, reason });
    return { answer: { status: 'proposed', waivedPaise: 0, ...proposed } };
  }
  const grant = { component, amountPaise, reason, grantedBy: actor.userId, approvalId: null };
  const appliedPaise = await repo.waive(tx, ids, grant, today, now);
  const details = { component, amountPaise: appliedPaise, before: { duePaise, waivedPaise } };
  const subject = { objectKind: 'payment', objectId: ids.loanId, subjectId: ids.userId };
  await writeAudit(tx, now, { action: 'waiver.granted', ...subject, details, reason }, trace);
  await afterWaiver(deps, tx, ids, appliedPaise, now);
  return { answer: { status: 'waived', waivedPaise: appliedPaise, approvalId: null } };
}

async function settle(
  scene: Scene,
  { agreedPaise, payBy, reason }: BodyOf<typeof proposeSettlement>,
): Promise<Outcome<AnswerOf<typeof proposeSettlement>>> {
  const { tx, ids, loan, today } = scene;
  const debt = await debtOn(tx, ids, today);
  const refusal = refusalOfSettlement({ agreedPaise, payBy }, debt, loan, today);
  if (refusal) return { refusal };
  const { outstandingPaise, chargedPaise } = debt;
  const payload = { agreedPaise, payBy, outstandingPaise, chargedPaise };
  return { answer: await proposeIn(scene, { kind: 'settlement', payload, reason }) };
}

async function writeOff(
  scene: Scene,
  { reason }: BodyOf<typeof proposeWriteOff>,
): Promise<Outcome<AnswerOf<typeof proposeWriteOff>>> {
  const { tx, ids, loan, today } = scene;
  const refusal = refusalOfWriteOff(loan, today);
  if (refusal) return { refusal };
  const { outstandingPaise } = await debtOn(tx, ids, today);
  const payload = { outstandingPaise };
  return { answer: await proposeIn(scene, { kind: 'write_off', payload, reason }) };
}

/** Everything owed on a day, on the schedule and in charges. */
export async function debtOn(tx: Tx, { userId, loanId }: repo.LoanIds, day: BusinessDate): Promise<Debt> {
  const facts = await findFactsOn(tx, userId, loanId, day);
  if (!facts) return { outstandingPaise: ZERO_PAISE, chargedPaise: ZERO_PAISE, isAgreed: false };
  return {
    outstandingPaise: paise(outstandingOfFacts(facts)),
    chargedPaise: standingCharges(facts.charges ?? []),
    isAgreed: isAgreed(facts, day),
  };
}
