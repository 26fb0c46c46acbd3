import type { Trace } from '#platform/http/trace.ts';
import type { AnswerOf, getHardshipForStaff, proposeHardshipExtension } from '@mohlat/contract';
import { isLasting } from '@mohlat/lending';
import { type BusinessDate, businessDate } from '@mohlat/money';
import { z } from 'zod';
import {
  type ActCall,
  actOnOthers,
  type ApprovalHandler,
  approvalHandler,
  proposeIn,
} from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { dpdOf } from '#features/lending/index.ts';
import { type Language, type Notifier, writtenDay } from '#features/notifications/index.ts';
import { findFactsOn, outstandingOfFacts, shownDueOn } from '#features/payments/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { present } from './hardships.present.ts';
import { extensibleUntil, extensionRefusal, type Lasting } from './hardships.rules.ts';
import * as repo from './hardships.staff.repo.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock'>;

export interface StaffHardshipsService {
  /** Throws not_found. Audited. */
  get(actor: Actor, id: string, trace: Trace): Promise<AnswerOf<typeof getHardshipForStaff>>;
  /** Throws not_found, own_account, hardship_over, hardship_extension_day, approval_open. Rule: LEND-23, LEND-24 */
  readonly extend: ActCall<typeof proposeHardshipExtension>;
}

/** Shows staff one hardship and lets two of them extend it. */
export function createStaffHardshipsService(deps: Deps): StaffHardshipsService {
  const { worker, clock } = deps;
  return {
    async get(actor, id, trace) {
      const userId = await worker.asStaff(actor, (tx) => repo.findOwner(tx, id));
      if (userId === undefined) throw new DomainError('not_found');
      return worker.asStaffFor(actor, userId, async (tx) => {
        const now = clock.now();
        const note = {
          action: 'hardship.read',
          objectKind: 'hardship',
          objectId: id,
          subjectId: userId,
        } as const;
        await writeAudit(tx, now, note, trace);
        const row = await repo.findOne(tx, { userId, id }, now);
        const facts = row && (await findFactsOn(tx, userId, row.loan_id, clock.today()));
        if (!row || !facts) throw new DomainError('not_found');
        const one = lastingOf(row);
        const earlier = await repo.listOthers(tx, { userId, id });
        return {
          ...present(row),
          account: { id: userId, name: row.name },
          endedDate: row.ended_on,
          fromDate: row.from_on,
          isActive: isLasting(one, clock.today()),
          card: { bankName: facts.bankName, last4: facts.last4 },
          paymentStatus: facts.loanStatus ?? 'none',
          outstandingPaise: outstandingOfFacts(facts),
          duePaise: row.due_paise,
          daysPastDue: dpdOf(row),
          nextDueDate: row.next_due_on && shownDueOn(facts, row.next_due_on),
          earlier: earlier.items,
          earlierLeftOutCount: earlier.leftOutCount,
          extensibleUntil: extensibleUntil(one, clock.today()),
          openApprovalId: row.open_approval_id,
        };
      });
    },
    extend: (actor, id, { untilDate, reason }, trace) =>
      actOnOthers(deps, actor, { id, findOwner: repo.findOwner }, trace, async (act) => {
        const row = await repo.lockOne(act.tx, { userId: act.userId, id }, act.now);
        if (!row) throw new DomainError('not_found');
        const refusal = extensionRefusal(lastingOf(row), untilDate, clock.today());
        if (refusal) throw new DomainError(refusal);
        return proposeIn(act, { kind: 'hardship_extension', payload: { untilDate }, reason });
      }),
  };
}

function lastingOf({ from_on: fromOn, until_on: untilOn, ended_on: endedOn }: repo.StaffHardship): Lasting {
  return { fromOn, untilOn, endedOn };
}

/** Reminders and new late charges rest for longer by the word of two people; what stands, stands. Rule: LEND-23, LEND-24 */
export function hardshipApproval({
  clock,
  config,
  notifier,
}: Pick<FeatureContext, 'clock' | 'config'> & { readonly notifier: Notifier }): ApprovalHandler {
  return approvalHandler({
    kind: 'hardship_extension',
    payload: z.object({ untilDate: z.iso.date().transform(businessDate) }),
    async describe(tx, { objectId: id, userId, payload }, now) {
      const row = userId === null ? undefined : await repo.findOne(tx, { userId, id }, now);
      const loan =
        userId === null || !row ? undefined : await findFactsOn(tx, userId, row.loan_id, clock.today());
      return {
        facts: [
          { code: 'hardship_reason', value: row?.reason ?? '' },
          { code: 'hardship_from', value: row?.from_on ?? '' },
          { code: 'hardship_until', value: row?.until_on ?? '' },
          { code: 'hardship_new_until', value: payload.untilDate },
          { code: 'days_past_due', value: row ? dpdOf(row) : 0 },
          { code: 'amount_due_paise', value: row?.due_paise ?? 0 },
          { code: 'outstanding_paise', value: loan ? outstandingOfFacts(loan) : 0 },
        ],
        isCurrent:
          row !== undefined && extensionRefusal(lastingOf(row), payload.untilDate, clock.today()) === null,
      };
    },
    async apply(tx, { objectId: id, userId, payload: { untilDate } }, { now }) {
      const row = userId === null ? undefined : await repo.lockOne(tx, { userId, id }, now);
      if (userId === null || !row || extensionRefusal(lastingOf(row), untilDate, clock.today()))
        throw new DomainError('approval_stale');
      await repo.extend(tx, { userId, id }, untilDate);
      await tell(
        tx,
        { notifier, link: `${config.publicUrl}/dashboard/payments/${row.loan_id}` },
        userId,
        untilDate,
        now,
      );
      await tx.call(ANNOUNCE, [userId, 'payment', row.loan_id]);
    },
  });
}

async function tell(
  tx: Tx,
  { notifier, link }: { readonly notifier: Notifier; readonly link: string },
  userId: string,
  untilDate: BusinessDate,
  now: Date,
): Promise<void> {
  const untilIn = (language: Language) => writtenDay(untilDate, language);
  await notifier.notify(
    tx,
    userId,
    (language) => ({
      type: 'info',
      icon: 'info',
      title: 'You have more time without reminders',
      description: `Until ${untilIn('en')} no reminders and no new late charges. What you owe stays, and its days past due go on.`,
      inHindi: {
        title: 'आपको बिना रिमाइंडर के और समय मिला',
        description: `${untilIn('hi')} तक न कोई रिमाइंडर, न कोई नया विलंब शुल्क। बकाया बना रहता है, और देरी के दिन गिने जाते रहते हैं।`,
      },
      template: 'hardship.noted',
      vars: { until: untilIn(language), link },
    }),
    now,
  );
}
