import { declareCall } from './endpoint.ts';

export const getPricing = declareCall({
  name: 'getPricing',
  method: 'GET',
  path: '/public/pricing',
  access: 'public',
});
