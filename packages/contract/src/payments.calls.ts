import { declareCall } from './endpoint.ts';

export const createQuote = declareCall({
  name: 'createQuote',
  method: 'POST',
  path: '/payments/quote',
});

export const acceptPayment = declareCall({
  name: 'acceptPayment',
  method: 'POST',
  path: '/payments',
  idempotent: true,
});

export const listPayments = declareCall({
  name: 'listPayments',
  method: 'GET',
  path: '/payments',
});

export const getPayment = declareCall({
  name: 'getPayment',
  method: 'GET',
  path: '/payments/{id}',
});

export const getForeclosure = declareCall({
  name: 'getForeclosure',
  method: 'GET',
  path: '/payments/{id}/foreclosure',
});

export const listTransactions = declareCall({
  name: 'listTransactions',
  method: 'GET',
  path: '/transactions',
});

export const getSchedule = declareCall({
  name: 'getSchedule',
  method: 'GET',
  path: '/schedule',
});
