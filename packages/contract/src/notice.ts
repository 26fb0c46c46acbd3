import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantSchema } from './primitives.ts';

export const getNotice = endpoint({
  name: 'getNotice',
  method: 'GET',
  path: '/public/notice',
  access: 'public',
  summary: 'What everybody is to know at the moment, in both languages; null where there is nothing',
  answer: z.object({ notice: z.object({ en: z.string(), hi: z.string(), until: instantSchema }).nullable() }),
});
