import { BANK_MOVEMENT_KINDS } from '@mohlat/contract';
import { businessDate, paise } from '@mohlat/money';
import { liabilityOf } from '@mohlat/lending';
import { z } from 'zod';
import { approvalHandler, type ApprovalHandler } from '#features/approvals/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { bookMovement, problemOf, takeMovementBack, type WantedMovement } from './bank-movements.book.ts';
import * as repo from './bank-movements.repo.ts';

/** The proposals about the bank account and the float, which two people decide. Rule: LEND-24 */
export function movementApprovals(): ApprovalHandler[] {
  return [movementApproval(), backApproval()];
}

const PAYLOAD = z.object({
  kind: z.enum(BANK_MOVEMENT_KINDS),
  amountPaise: z.int().transform(paise),
  valueOn: z.iso.date().transform(businessDate),
  reference: z.string(),
});

async function factsOf(tx: Tx, { kind, amountPaise, valueOn, reference }: WantedMovement) {
  const liability = liabilityOf(kind);
  return [
    { code: 'movement', value: kind },
    { code: 'amount_paise', value: amountPaise },
    ...(liability === undefined
      ? []
      : [{ code: 'tax_owed_paise', value: await repo.owedOn(tx, liability) } as const]),
    { code: 'value_on', value: valueOn },
    { code: 'reference', value: reference },
  ] as const;
}

function movementApproval(): ApprovalHandler {
  return approvalHandler({
    kind: 'bank_movement',
    payload: PAYLOAD,
    async describe(tx, { payload }, now) {
      return {
        facts: await factsOf(tx, payload),
        isCurrent: (await problemOf(tx, payload, now)) === undefined,
      };
    },
    async apply(tx, { payload, approvalId }, { now }) {
      const booked = await bookMovement(tx, payload, approvalId, now);
      if ('problem' in booked) throw new DomainError('approval_stale');
    },
  });
}

function backApproval(): ApprovalHandler {
  return approvalHandler({
    kind: 'bank_movement_back',
    payload: z.object({}),
    async describe(tx, { objectId }) {
      const movement = await repo.findMovement(tx, objectId);
      return movement === undefined
        ? { facts: [], isCurrent: false }
        : { facts: await factsOf(tx, movement), isCurrent: movement.takenBackAt === null };
    },
    async apply(tx, { objectId, approvalId }, { now }) {
      if (!(await takeMovementBack(tx, objectId, approvalId, now))) throw new DomainError('approval_stale');
    },
  });
}
