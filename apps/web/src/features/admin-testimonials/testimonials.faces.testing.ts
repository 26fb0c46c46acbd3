import type { listTestimonials } from '@mohlat/contract';
import { type Face, list } from '../../../test/faces.ts';
import { asha, AT, type RowOf } from '../../../test/staff-samples.ts';

const row: RowOf<typeof listTestimonials> = {
  id: '018f3c2a-0000-7000-8000-00000000d001',
  account: asha,
  quote: 'The total on the receipt was the total I had seen before.',
  language: 'en',
  status: 'waiting',
  instalments: 3,
  givenAt: AT,
  decidedAt: null,
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  list('/admin/testimonials', 'testimonials', row, 'Asha Rao', 'No testimonials to review.'),
];
