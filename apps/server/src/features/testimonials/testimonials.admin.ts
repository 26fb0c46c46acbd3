import { judgeTestimonial, listTestimonials } from '@mohlat/contract';
import { traceOf } from '#features/approvals/index.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { TestimonialsDesk } from './testimonials.desk.ts';

export function registerTestimonialsDesk(endpoints: EndpointRegistry, desk: TestimonialsDesk): void {
  endpoints.handle(listTestimonials, ({ actor, query, request }) =>
    desk.list(actor, query, traceOf(request)),
  );
  endpoints.handle(judgeTestimonial, ({ actor, params, body, request }) =>
    desk.judge(actor, params.id, body, traceOf(request)),
  );
}
