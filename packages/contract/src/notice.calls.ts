import { declareCall } from './endpoint.ts';

export const getNotice = declareCall({
  name: 'getNotice',
  method: 'GET',
  path: '/public/notice',
  access: 'public',
});
