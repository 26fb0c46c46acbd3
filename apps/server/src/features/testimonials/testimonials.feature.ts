import { getProof, getTestimonial, giveTestimonial, takeTestimonialBack } from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import { ALWAYS_ERASED } from '#features/personal-data.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { createTestimonialsDesk, registerTestimonialsDesk } from './testimonials.desk.ts';
import { createProof, type Proof } from './testimonials.proof.ts';
import { createTestimonialsService, type TestimonialsService } from './testimonials.service.ts';

export const testimonials: Feature = {
  name: 'testimonials',
  routes(endpoints, parts) {
    registerTestimonials(endpoints, createTestimonialsService(parts), createProof(parts));
    registerTestimonialsDesk(endpoints, createTestimonialsDesk(parts));
  },
  waiting: [
    {
      kind: 'sentences',
      path: '/admin/testimonials',
      select: "select count(*), min(given_at) from testimonials where status = 'waiting'",
    },
  ],
  personalData: [
    {
      table: 'testimonials',
      topic: 'messages',
      title: { en: 'Sentences you left about us', hi: 'हमारे बारे में आपके वाक्य' },
      fate: ALWAYS_ERASED,
    },
  ],
};

function registerTestimonials(
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
