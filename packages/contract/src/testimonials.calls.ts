import { declareCall } from './endpoint.ts';

/** A sentence waits for staff, is published, or is not. Its person takes it back at any time; then it is gone. */
export const TESTIMONIAL_STATUSES = ['waiting', 'published', 'declined'] as const;
export type TestimonialStatus = (typeof TESTIMONIAL_STATUSES)[number];

export const TESTIMONIAL_LETTERS = { min: 20, max: 280 } as const;

export const getTestimonial = declareCall({
  name: 'getTestimonial',
  method: 'GET',
  path: '/payments/{id}/testimonial',
});

export const giveTestimonial = declareCall({
  name: 'giveTestimonial',
  method: 'PUT',
  path: '/payments/{id}/testimonial',
});

export const takeTestimonialBack = declareCall({
  name: 'takeTestimonialBack',
  method: 'DELETE',
  path: '/payments/{id}/testimonial',
});

export const getProof = declareCall({
  name: 'getProof',
  method: 'GET',
  path: '/public/proof',
  access: 'public',
});

export const listTestimonials = declareCall({
  name: 'listTestimonials',
  method: 'GET',
  path: '/admin/testimonials',
  access: 'admin',
  roles: ['support', 'admin'],
});

export const judgeTestimonial = declareCall({
  name: 'judgeTestimonial',
  method: 'POST',
  path: '/admin/testimonials/{id}/verdict',
  access: 'admin',
  roles: ['support', 'admin'],
  stepUp: false,
});
