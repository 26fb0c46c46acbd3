import { type AnswerOf, type getStaffMember, type listStaff, STEP_UP_SECONDS } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { z } from 'zod';
import { cutPage, type PageWanted, readKey } from '#platform/db/cursor.ts';
import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './staff.repo.ts';

/** An address shows neither names nor e-mail addresses: the id of the last one of a page. */
const PLACE = z.tuple([z.uuid()]);

export interface StaffService {
  me(actor: Actor): Promise<AnswerOf<typeof getStaffMember>>;
  list(actor: Actor, page: PageWanted): Promise<AnswerOf<typeof listStaff>>;
}

/** Lists the staff and the caller's own rights. Staff are appointed at the machine, by `npm run admin`. */
export function createStaffService({
  staff,
  machineClock,
}: Pick<FeatureContext, 'staff' | 'machineClock'>): StaffService {
  return {
    async me(actor) {
      const found = await staff.asStaff(actor, (tx) => repo.findMember(tx, actor.userId, actor.sessionId));
      if (!found) throw new DomainError('session_ended');
      const { factorAt, roles, ...member } = found;
      const until = (factorAt?.getTime() ?? 0) + STEP_UP_SECONDS * 1000;
      return {
        ...member,
        roles: [...roles],
        stepUpUntil: until > machineClock.now().getTime() ? new Date(until).toISOString() : null,
      };
    },
    async list(actor, page) {
      const [after] = readKey(page.cursor, PLACE) ?? [];
      const rows = await staff.asStaff(actor, (tx) => repo.listStaff(tx, after));
      const { items, nextCursor } = cutPage(rows, page.limit, ({ id }) => [id]);
      return { items: items.map((row) => ({ ...row, roles: [...row.roles] })), nextCursor };
    },
  };
}
