import { declareCall } from './endpoint.ts';

export const getServiceStatus = declareCall({
  name: 'getServiceStatus',
  method: 'GET',
  path: '/public/status',
  access: 'public',
});
