import { type AnswerOf, judgeTestimonial, listTestimonials, TESTIMONIAL_STATUSES } from '@mohlat/contract';
import { listQuery, given, oneOf } from '../../lib/admin/list.ts';
import { call } from '../../lib/api.ts';

export type Sentence = AnswerOf<typeof listTestimonials>['items'][number];

export function sentencesQuery(status: string) {
  const filters = given({ status: oneOf(TESTIMONIAL_STATUSES, status) });
  return listQuery('testimonials', filters, (place, signal) =>
    call(listTestimonials, { query: { ...filters, ...place }, signal }),
  );
}

export const judgeSentence = (id: string, isPublished: boolean) =>
  call(judgeTestimonial, { params: { id }, body: { isPublished } });
