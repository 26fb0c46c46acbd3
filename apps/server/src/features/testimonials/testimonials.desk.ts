import type { Trace } from '#platform/http/trace.ts';
import {
  type AnswerOf,
  type BodyOf,
  judgeTestimonial,
  listTestimonials,
  type QueryOf,
} from '@mohlat/contract';
import { actOnOthers } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './testimonials.repo.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';

export function registerTestimonialsDesk(endpoints: EndpointRegistry, desk: TestimonialsDesk): void {
  endpoints.handle(listTestimonials, ({ actor, query, trace }) => desk.list(actor, query, trace));
  endpoints.handle(judgeTestimonial, ({ actor, params, body, trace }) =>
    desk.judge(actor, params.id, body, trace),
  );
}

/** Staff read each sentence before any visitor does. They never publish their own. */
export interface TestimonialsDesk {
  list(
    actor: Actor,
    query: QueryOf<typeof listTestimonials>,
    trace: Trace,
  ): Promise<AnswerOf<typeof listTestimonials>>;
  /** Throws not_found, own_account. */
  judge(actor: Actor, id: string, verdict: BodyOf<typeof judgeTestimonial>, trace: Trace): Promise<void>;
}

export function createTestimonialsDesk(deps: Pick<FeatureContext, 'worker' | 'clock'>): TestimonialsDesk {
  const { worker, clock } = deps;
  return {
    list: (actor, query, trace) =>
      worker.asStaff(actor, async (tx) => {
        const page = await repo.listByStatus(tx, query);
        const details = { status: query.status, found: page.items.length };
        const note = { action: 'testimonials.read', objectKind: 'testimonial', details } as const;
        await writeAudit(tx, clock.now(), note, trace);
        return page;
      }),
    judge: (actor, id, { isPublished }, trace) =>
      actOnOthers(deps, actor, { id, findOwner: repo.findOwner }, trace, async ({ tx, userId, now }) => {
        const status = isPublished ? 'published' : 'declined';
        if (!(await repo.judge(tx, { id, status, decidedBy: actor.userId }, now)))
          throw new DomainError('not_found');
        const about = { objectKind: 'testimonial', objectId: id, subjectId: userId } as const;
        await writeAudit(tx, now, { action: 'testimonial.judged', ...about, details: { status } }, trace);
      }),
  };
}
