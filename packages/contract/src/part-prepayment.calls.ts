import { declareCall } from './endpoint.ts';

export const getPartPrepayment = declareCall({
  name: 'getPartPrepayment',
  method: 'GET',
  path: '/payments/{id}/part-prepayment',
});
