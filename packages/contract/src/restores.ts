import { z } from 'zod';
import { contract } from './endpoint.ts';
import { dateSchema, idSchema, instantSchema, pageOf, pageQuery } from './primitives.ts';
import { BREAK_KINDS } from './reconciliation.calls.ts';
import * as calls from './restores.calls.ts';

export * from './restores.calls.ts';

const count = z.int().nonnegative();
const paise = z.int().nonnegative();

const restore = z.object({
  id: idSchema,
  restoredAt: instantSchema,
  /** The newest transaction that is there: what the rails did after it may be known to them alone. */
  throughAt: instantSchema,
  /** When the base copy was finished; null where the database's own means were used. */
  copyAt: instantSchema.nullable(),
  /** The days from that instant until today, the newest first, and how far the bill network's list of each was read. */
  days: z.array(
    z.object({
      dayOn: dateSchema,
      rows: count,
      /** Null, or before the restore: what is known of the day is of the time before. */
      lastReadAt: instantSchema.nullable(),
      closedReadAt: instantSchema.nullable(),
    }),
  ),
  /** Days before those that are listed. */
  olderDaysCount: count,
  /** Differences with a rail about these days, by kind. */
  differences: z.array(
    z.object({ kind: z.enum(BREAK_KINDS), openCount: count, openPaise: paise, clearedCount: count }),
  ),
  /** Money that came since that instant and named no loan. */
  receipts: z.object({ heldCount: count, heldPaise: paise, clearedCount: count }),
});

export const restoresContract = contract({
  calls,
  endpoints: {
    listRestores: {
      summary:
        'When this database was put back to an earlier instant, and what the rails are known to have done after it; the newest first',
      query: pageQuery,
      answer: pageOf(restore).extend({ olderCount: count }),
    },
  },
  refusals: {},
});
