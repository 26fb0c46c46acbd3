import { declareCall } from './endpoint.ts';

export const listCards = declareCall({
  name: 'listCards',
  method: 'GET',
  path: '/cards',
});

export const createCard = declareCall({
  name: 'createCard',
  method: 'POST',
  path: '/cards',
});

export const patchCard = declareCall({
  name: 'patchCard',
  method: 'PATCH',
  path: '/cards/{id}',
});

export const deleteCard = declareCall({
  name: 'deleteCard',
  method: 'DELETE',
  path: '/cards/{id}',
});

export const fetchBill = declareCall({
  name: 'fetchBill',
  method: 'POST',
  path: '/cards/{id}/bill',
});
