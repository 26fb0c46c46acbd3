import { z } from 'zod';
import { contract } from './endpoint.ts';
import { instantSchema } from './primitives.ts';
import * as calls from './notice.calls.ts';

export * from './notice.calls.ts';

export const noticeContract = contract({
  calls,
  endpoints: {
    getNotice: {
      summary: 'What everybody is to know at the moment, in both languages; null where there is nothing',
      answer: z.object({
        notice: z.object({ en: z.string(), hi: z.string(), until: instantSchema }).nullable(),
      }),
    },
  },
});
