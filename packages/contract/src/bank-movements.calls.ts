import { declareCall } from './endpoint.ts';

/**
 * Movements of the lender's own bank account and float that no payment causes: a tax paid to the government, money that the lender puts
 * in or takes out, a top-up of the float, a charge of the rail. Rule: LEND-16
 */
export const BANK_MOVEMENT_KINDS = [
  'cgst_paid',
  'sgst_paid',
  'igst_paid',
  'funding_in',
  'funding_out',
  'top_up',
  'rail_charge',
] as const;

export const listBankMovements = declareCall({
  name: 'listBankMovements',
  method: 'GET',
  path: '/admin/bank-movements',
  access: 'admin',
  roles: ['finance', 'admin'],
});

export const proposeBankMovement = declareCall({
  name: 'proposeBankMovement',
  method: 'POST',
  path: '/admin/bank-movements',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
});

export const proposeMovementBack = declareCall({
  name: 'proposeMovementBack',
  method: 'POST',
  path: '/admin/bank-movements/{id}/reversal',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
});
