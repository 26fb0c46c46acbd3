import { getProof, getTestimonial, giveTestimonial, takeTestimonialBack } from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { Proof } from './testimonials.proof.ts';
import type { TestimonialsService } from './testimonials.service.ts';

export function registerTestimonials(
  endpoints: EndpointRegistry,
  testimonials: TestimonialsService,
  proof: Proof,
): void {
  endpoints.handle(getTestimonial, ({ actor, params }) => testimonials.get(actor, params.id));
  endpoints.handle(giveTestimonial, ({ actor, params, body }) => testimonials.give(actor, params.id, body));
  endpoints.handle(takeTestimonialBack, ({ actor, params }) => testimonials.takeBack(actor, params.id));
  endpoints.handle(getProof, ({ reply }) => {
    reply.header('cache-control', 'public, max-age=60');
    return proof();
  });
}
