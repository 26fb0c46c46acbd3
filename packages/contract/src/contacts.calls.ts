import { declareCall } from './endpoint.ts';

/** The ways in which staff speak with a borrower. */
export const CONTACT_CHANNELS = ['call', 'visit'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

export const nameRecoveryAgent = declareCall({
  name: 'nameRecoveryAgent',
  method: 'POST',
  path: '/admin/payments/{id}/recovery-agent',
  access: 'admin',
  roles: ['support', 'finance'],
  stepUp: true,
});

export const logContact = declareCall({
  name: 'logContact',
  method: 'POST',
  path: '/admin/payments/{id}/contacts',
  access: 'admin',
  roles: ['support', 'finance'],
  stepUp: false,
});
