import { z } from 'zod';
import { contract } from './endpoint.ts';
import { nameSchema } from './names.ts';
import { idSchema, instantSchema, pageOf, pageQuery } from './primitives.ts';
import { STAFF_ROLES } from './staff-roles.ts';
import * as calls from './staff.calls.ts';

export * from './staff.calls.ts';

export const staffContract = contract({
  calls,
  endpoints: {
    getStaffMember: {
      summary:
        'Who calls, as a member of staff: what they may do, and until when a fresh second factor counts',
      answer: z.object({
        id: idSchema,
        name: nameSchema.nullable(),
        email: z.string().nullable(),
        roles: z.array(z.enum(STAFF_ROLES)),
        /** Until then calls that move money or limits are let through; null: confirm with the second factor first. */
        stepUpUntil: instantSchema.nullable(),
      }),
    },
    listStaff: {
      summary: 'Who is staff and in which roles, by name; roles are granted with `npm run admin`',
      query: pageQuery,
      answer: pageOf(
        z.object({
          id: idSchema,
          name: nameSchema.nullable(),
          email: z.string().nullable(),
          roles: z.array(z.enum(STAFF_ROLES)),
        }),
      ),
    },
  },
});
