import { declareCall } from './endpoint.ts';

export const sendSupportMessage = declareCall({
  name: 'sendSupportMessage',
  method: 'POST',
  path: '/support/messages',
  access: 'public',
});

/** Answered: the team wrote last. Closed: the team holds it to be settled; another message opens it again. */
export const SUPPORT_STATUSES = ['open', 'answered', 'closed'] as const;
export type SupportStatus = (typeof SUPPORT_STATUSES)[number];

export const openSupportRequest = declareCall({
  name: 'openSupportRequest',
  method: 'POST',
  path: '/support/requests',
});

export const listSupportRequests = declareCall({
  name: 'listSupportRequests',
  method: 'GET',
  path: '/support/requests',
});

export const getSupportRequest = declareCall({
  name: 'getSupportRequest',
  method: 'GET',
  path: '/support/requests/{id}',
});

export const answerSupportRequest = declareCall({
  name: 'answerSupportRequest',
  method: 'POST',
  path: '/support/requests/{id}/replies',
});

export const listSupportMessages = declareCall({
  name: 'listSupportMessages',
  method: 'GET',
  path: '/admin/support/messages',
  access: 'admin',
  roles: ['support', 'risk', 'admin'],
});

export const getSupportMessage = declareCall({
  name: 'getSupportMessage',
  method: 'GET',
  path: '/admin/support/messages/{id}',
  access: 'admin',
  roles: ['support', 'risk', 'admin'],
});

export const replyToSupportMessage = declareCall({
  name: 'replyToSupportMessage',
  method: 'POST',
  path: '/admin/support/messages/{id}/replies',
  access: 'admin',
  roles: ['support'],
  stepUp: false,
});

export const changeSupportMessage = declareCall({
  name: 'changeSupportMessage',
  method: 'PATCH',
  path: '/admin/support/messages/{id}',
  access: 'admin',
  roles: ['support'],
  stepUp: false,
});
