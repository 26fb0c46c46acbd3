import type { Feature } from '#features/feature.ts';
import { ALWAYS_ERASED } from '#features/personal-data.ts';
import { createTestimonialsDesk, registerTestimonialsDesk } from './testimonials.desk.ts';
import { createProof } from './testimonials.proof.ts';
import { registerTestimonials } from './testimonials.routes.ts';
import { createTestimonialsService } from './testimonials.service.ts';

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
