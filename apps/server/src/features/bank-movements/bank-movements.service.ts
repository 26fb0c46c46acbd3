import type {
  AnswerOf,
  BodyOf,
  ErrorCode,
  listBankMovements,
  proposeBankMovement,
  proposeMovementBack,
  QueryOf,
} from '@mohlat/contract';
import { type ActCall, propose } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Trace } from '#platform/http/trace.ts';
import { type MovementProblem, problemOf } from './bank-movements.book.ts';
import * as repo from './bank-movements.repo.ts';

export interface BankMovementsService {
  list(actor: Actor, page: QueryOf<typeof listBankMovements>): Promise<AnswerOf<typeof listBankMovements>>;
  /** Throws validation_failed for a day that is none, movement_booked, tax_not_owed, approval_open. Rule: LEND-24 */
  propose(
    actor: Actor,
    body: BodyOf<typeof proposeBankMovement>,
    trace: Trace,
  ): Promise<AnswerOf<typeof proposeBankMovement>>;
  /** Throws not_found, movement_taken_back, approval_open. Rule: LEND-24 */
  readonly proposeBack: ActCall<typeof proposeMovementBack>;
}

const REFUSED = { booked: 'movement_booked', not_owed: 'tax_not_owed' } as const satisfies Partial<
  Record<MovementProblem, ErrorCode>
>;

/** Shows the movements that finance booked, and proposes them and their corrections to a second person. */
export function createBankMovementsService({
  worker,
  clock,
}: Pick<FeatureContext, 'worker' | 'clock'>): BankMovementsService {
  return {
    list: (actor, page) => worker.asStaff(actor, (tx) => repo.listMovements(tx, page)),
    propose: (actor, { reason, ...wanted }, trace) =>
      worker.asStaff(actor, async (tx) => {
        const now = clock.now();
        const problem = await problemOf(tx, wanted, now);
        if (problem) throw refusalOf(problem);
        const { id: objectId } = await repo.nextIds(tx, wanted);
        const proposal = { kind: 'bank_movement', objectId, userId: null, payload: wanted, reason } as const;
        return { approvalId: await propose(tx, actor, proposal, trace, now) };
      }),
    proposeBack: (actor, id, { reason }, trace) =>
      worker.asStaff(actor, async (tx) => {
        const movement = await repo.findMovement(tx, id);
        if (!movement) throw new DomainError('not_found');
        if (movement.takenBackAt !== null) throw new DomainError('movement_taken_back');
        const proposal = {
          kind: 'bank_movement_back',
          objectId: id,
          userId: null,
          payload: {},
          reason,
        } as const;
        return { approvalId: await propose(tx, actor, proposal, trace, clock.now()) };
      }),
  };
}

function refusalOf(problem: MovementProblem): DomainError {
  if (problem !== 'day') return new DomainError(REFUSED[problem]);
  const message = 'Choose today, or a day of the year before';
  return new DomainError('validation_failed', { errors: [{ path: 'valueOn', message }] });
}
