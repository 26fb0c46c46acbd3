import { type ErrorCode, WAIVABLE } from '@mohlat/contract';
import { agreedAtOf, frozenSince, isDebtProposed, isLive } from '@mohlat/lending';
import { istDate, paise } from '@mohlat/money';
import { z } from 'zod';
import { approvalHandler, type ApprovalHandler, type ApprovalSubject } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { findWaivable, settleStanding } from '#features/lending/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import * as repo from './losses.repo.ts';
import { type Debt, refusalOfSettlement, refusalOfWriteOff } from './losses.rules.ts';
import { debtOn } from './losses.service.ts';
import { afterWaiver, tellAgreed } from './losses.tell.ts';

type Deps = Pick<FeatureContext, 'config' | 'clock'> & { readonly notifier: Notifier };

/** The proposals about a loan's losses that need a second person. Rule: LEND-24 */
export function lossApprovals(deps: Deps): ApprovalHandler[] {
  return [waiverApproval(deps), settlementApproval(deps), writeOffApproval(deps)];
}

function idsOf({ userId, objectId }: ApprovalSubject): repo.LoanIds {
  invariant(userId !== null, 'a loan belongs to nobody');
  return { userId, loanId: objectId };
}

/** The loan, locked and with its days closed. Throws approval_stale where it is gone. */
async function lock(tx: Tx, ids: repo.LoanIds, clock: Deps['clock']): Promise<repo.LockedLoan> {
  const locked = await repo.lockLoan(tx, ids, clock);
  if (!locked) throw new DomainError('approval_stale');
  return locked;
}

type Waiting = Pick<repo.LoanState, 'freezes' | 'isDebitWithBank' | 'isDisputed'>;

/** The facts that a decision has to wait for; empty where it need not wait. */
function waitsFor(loan: Partial<Waiting> = {}, now: Date) {
  const { freezes = [], isDebitWithBank = false, isDisputed = false } = loan;
  const since = frozenSince(freezes, istDate(now.getTime()));
  return [
    ...(since ? [{ code: 'frozen_since', value: since } as const] : []),
    ...(isDebitWithBank ? [{ code: 'debit_with_bank', value: 'yes' } as const] : []),
    ...(isDisputed ? [{ code: 'repayment_disputed', value: 'yes' } as const] : []),
  ];
}

const PASSING = ['loan_frozen', 'debit_with_bank', 'repayment_disputed'] as const satisfies ErrorCode[];

/** A freeze, a debit at the bank and a dispute end, and the proposal may be approved then; every other change makes it stale. */
function refused(refusal: ErrorCode | undefined): DomainError {
  return new DomainError(PASSING.find((one) => one === refusal) ?? 'approval_stale');
}

async function factsOf(tx: Tx, ids: repo.LoanIds, now: Date) {
  const loan = await repo.findLoan(tx, ids);
  const today = istDate(now.getTime());
  const debt = await debtOn(tx, ids, today);
  const { outstandingPaise } = debt;
  const facts = [
    { code: 'loan_status', value: loan?.status ?? 'gone' },
    // No days are counted of a loan that is written off.
    ...(loan && isLive(loan) ? ([{ code: 'days_past_due', value: loan.dpd }] as const) : []),
    { code: 'outstanding_paise', value: outstandingPaise },
    { code: 'waived_paise', value: loan?.waivedPaise ?? 0 },
  ] as const;
  return { loan, debt, facts };
}

function waiverApproval(deps: Deps): ApprovalHandler {
  return approvalHandler({
    kind: 'waiver',
    payload: z.object({ component: z.enum(WAIVABLE), amountPaise: z.int() }),
    async describe(tx, subject, now) {
      const ids = idsOf(subject);
      const { component, amountPaise } = subject.payload;
      const { loan, facts } = await factsOf(tx, ids, now);
      const today = istDate(now.getTime());
      const duePaise = await findWaivable(tx, ids, component, today);
      return {
        facts: [
          { code: 'component', value: component },
          { code: 'amount_paise', value: amountPaise },
          { code: 'due_paise', value: duePaise },
          ...facts,
        ],
        isCurrent: loan !== undefined && isLive(loan) && amountPaise <= duePaise,
      };
    },
    async apply(tx, subject, { decidedBy }) {
      const ids = idsOf(subject);
      const { component, amountPaise } = subject.payload;
      const { loan, today, now } = await lock(tx, ids, deps.clock);
      const duePaise = await findWaivable(tx, ids, component, today);
      if (!isLive(loan) || amountPaise > duePaise) throw new DomainError('approval_stale');
      const grant = {
        component,
        amountPaise,
        reason: subject.reason,
        grantedBy: decidedBy,
        approvalId: subject.approvalId,
      };
      await afterWaiver(deps, tx, ids, await repo.waive(tx, ids, grant, today, now), now);
    },
  });
}

interface ProposedDebt {
  readonly outstandingPaise: number;
  readonly chargedPaise: number | null;
}

/** Money that came in since, and money that a bank took back since, were no part of what was proposed. */
function isAsProposed({ outstandingPaise, chargedPaise }: ProposedDebt, debt: Debt): boolean {
  return isDebtProposed(
    {
      owedPaise: paise(outstandingPaise),
      chargedPaise: chargedPaise === null ? null : paise(chargedPaise),
    },
    { owedPaise: debt.outstandingPaise, chargedPaise: debt.chargedPaise },
  );
}

function settlementApproval(deps: Deps): ApprovalHandler {
  return approvalHandler({
    kind: 'settlement',
    payload: z.object({
      agreedPaise: z.int(),
      payBy: z.iso.date(),
      outstandingPaise: z.int(),
      // A proposal of the version before does not say it.
      chargedPaise: z.int().nullable().default(null),
    }),
    async describe(tx, subject, now) {
      const ids = idsOf(subject);
      const { agreedPaise, payBy, outstandingPaise: proposedPaise } = subject.payload;
      const { loan, debt, facts } = await factsOf(tx, ids, now);
      const today = istDate(now.getTime());
      const refusal = loan && refusalOfSettlement(subject.payload, debt, loan, today);
      return {
        facts: [
          { code: 'agreed_paise', value: agreedPaise },
          { code: 'pay_by', value: payBy },
          { code: 'proposed_outstanding_paise', value: proposedPaise },
          ...facts,
          ...waitsFor(loan, now),
        ],
        isCurrent: loan !== undefined && refusal === undefined && isAsProposed(subject.payload, debt),
      };
    },
    async apply(tx, subject) {
      const ids = idsOf(subject);
      const { agreedPaise, payBy } = subject.payload;
      const { loan, today, now } = await lock(tx, ids, deps.clock);
      const debt = await debtOn(tx, ids, today);
      const refusal = refusalOfSettlement(subject.payload, debt, loan, today);
      if (refusal !== undefined || !isAsProposed(subject.payload, debt)) throw refused(refusal);
      const { outstandingPaise: owedPaise, chargedPaise } = debt;
      const { approvalId } = subject;
      const agreedAt = new Date(agreedAtOf(now.getTime(), loan.lastReceivedAt));
      await repo.agree(tx, ids, { agreedPaise, owedPaise, chargedPaise, payBy, approvalId, agreedAt });
      await tellAgreed(deps, tx, ids, { restPaise: agreedPaise, payBy }, now);
    },
  });
}

function writeOffApproval({ clock }: Deps): ApprovalHandler {
  return approvalHandler({
    kind: 'write_off',
    payload: z.object({ outstandingPaise: z.int() }),
    async describe(tx, subject, now) {
      const { loan, debt, facts } = await factsOf(tx, idsOf(subject), now);
      const proposedPaise = subject.payload.outstandingPaise;
      return {
        facts: [
          { code: 'proposed_outstanding_paise', value: proposedPaise },
          ...facts,
          ...waitsFor(loan && { freezes: loan.freezes }, now),
        ],
        isCurrent:
          loan !== undefined &&
          refusalOfWriteOff(loan, istDate(now.getTime())) === undefined &&
          debt.outstandingPaise === proposedPaise,
      };
    },
    async apply(tx, subject) {
      const ids = idsOf(subject);
      const { loan, today, now } = await lock(tx, ids, clock);
      const { outstandingPaise } = await debtOn(tx, ids, today);
      const isSame = outstandingPaise === subject.payload.outstandingPaise;
      const refusal = refusalOfWriteOff(loan, today);
      if (refusal !== undefined || !isSame) throw refused(refusal);
      await repo.writeOff(tx, ids, subject.approvalId, today, now);
      await settleStanding(tx, [ids.userId], now);
      await tx.call(ANNOUNCE, [ids.userId, 'payment', ids.loanId]);
    },
  });
}
