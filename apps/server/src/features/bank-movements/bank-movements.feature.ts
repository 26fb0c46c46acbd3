import { listBankMovements, proposeBankMovement, proposeMovementBack } from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { movementApprovals } from './bank-movements.approvals.ts';
import { type BankMovementsService, createBankMovementsService } from './bank-movements.service.ts';

export const bankMovements: Feature = {
  name: 'bank-movements',
  routes: (endpoints, parts) => registerBankMovements(endpoints, createBankMovementsService(parts)),
  approvals: movementApprovals,
};

function registerBankMovements(endpoints: EndpointRegistry, movements: BankMovementsService): void {
  endpoints.handle(listBankMovements, ({ actor, query }) => movements.list(actor, query));
  endpoints.handle(proposeBankMovement, ({ actor, body, trace }) => movements.propose(actor, body, trace));
  endpoints.handle(proposeMovementBack, ({ actor, params, body, trace }) =>
    movements.proposeBack(actor, params.id, body, trace),
  );
}
