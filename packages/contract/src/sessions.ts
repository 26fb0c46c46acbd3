import { z } from 'zod';
import { contract } from './endpoint.ts';
import { idParams, idSchema, instantSchema, leftOutSchema, pageOf, pageQuery } from './primitives.ts';
import * as calls from './sessions.calls.ts';

export * from './sessions.calls.ts';

export const sessionAnswer = z.object({
  id: idSchema,
  /** Names of the browser and of the system, as the device gave them at sign-in; null where it said nothing we know. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  signedInAt: instantSchema,
  /** To the hour: a device shows itself when it asks for its next token. */
  lastUsedAt: instantSchema,
  isCurrent: z.boolean(),
});
export type DeviceSession = z.input<typeof sessionAnswer>;

export const sessionsContract = contract({
  calls,
  endpoints: {
    listSessions: {
      summary:
        'Where the person is logged in, this session first, then the one used last; how many others come after this page',
      query: pageQuery,
      answer: pageOf(sessionAnswer).extend({ leftOutCount: leftOutSchema }),
    },
    endSession: {
      summary: 'Logs one device out, at once',
      params: idParams,
      status: 204,
    },
  },
});
