import { declareCall } from './endpoint.ts';

export const REPAY_LINK_DAYS = 7;

/** `open`: can be paid. `paid`: nothing is left of its instalment, or its holder paid by it; it takes no more money. */
export const REPAY_LINK_STATES = ['open', 'paid'] as const;

/** The ways by which a link that staff send goes to its person. */
export const REPAY_LINK_CHANNELS = ['email', 'sms'] as const;

export const shareInstalment = declareCall({
  name: 'shareInstalment',
  method: 'POST',
  path: '/payments/{id}/repay-links',
});

export const listRepayLinks = declareCall({
  name: 'listRepayLinks',
  method: 'GET',
  path: '/payments/{id}/repay-links',
});

export const revokeRepayLink = declareCall({
  name: 'revokeRepayLink',
  method: 'DELETE',
  path: '/repay-links/{id}',
});

export const getSharedInstalment = declareCall({
  name: 'getSharedInstalment',
  method: 'GET',
  path: '/public/repay-links/{token}',
  access: 'public',
});

export const startSharedRepayment = declareCall({
  name: 'startSharedRepayment',
  method: 'POST',
  path: '/public/repay-links/{token}/order',
  access: 'public',
});

export const confirmSharedRepayment = declareCall({
  name: 'confirmSharedRepayment',
  method: 'POST',
  path: '/public/repay-links/{token}/confirm',
  access: 'public',
});

/** For a person who cannot log in: the link goes to the addresses they have proven, and staff see no token. */
export const sendRepayLink = declareCall({
  name: 'sendRepayLink',
  method: 'POST',
  path: '/admin/payments/{id}/repay-links',
  access: 'admin',
  roles: ['support', 'finance'],
  stepUp: false,
});
