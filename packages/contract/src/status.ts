import { z } from 'zod';
import { contract } from './endpoint.ts';
import { instantSchema } from './primitives.ts';
import * as calls from './status.calls.ts';

export * from './status.calls.ts';

/** The things people do here that depend on an outside provider. */
export const STATUS_PARTS = ['paying', 'repaying', 'identity', 'credit', 'messages'] as const;
export type StatusPart = (typeof STATUS_PARTS)[number];

/** slow: it works and may take longer; down: it is not tried for now; unknown: not checked lately. */
export const PART_STATES = ['fine', 'slow', 'down', 'unknown'] as const;
export type PartState = (typeof PART_STATES)[number];

export const statusAnswer = z.object({
  /** When the providers were last looked at; null where they never were. */
  asOf: instantSchema.nullable(),
  parts: z.array(z.object({ part: z.enum(STATUS_PARTS), state: z.enum(PART_STATES) })),
});
export type ServiceStatus = z.infer<typeof statusAnswer>;

export const statusContract = contract({
  calls,
  endpoints: {
    getServiceStatus: {
      summary: 'Whether paying, repaying and the rest work at the moment; no figure of anybody',
      answer: statusAnswer,
    },
  },
});
