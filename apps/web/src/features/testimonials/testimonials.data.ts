import { getTestimonial, giveTestimonial, takeTestimonialBack } from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/keys.ts';
import type { Language } from '../../lib/language.ts';

export const testimonialQuery = (paymentId: string) =>
  queryOptions({
    queryKey: keys.testimonial(paymentId),
    queryFn: ({ signal }) => call(getTestimonial, { params: { id: paymentId }, signal }),
  });

export const leaveSentence = (paymentId: string, quote: string, language: Language) =>
  call(giveTestimonial, { params: { id: paymentId }, body: { quote, language, mayBePublished: true } });

export const takeSentenceBack = (paymentId: string) =>
  call(takeTestimonialBack, { params: { id: paymentId } });
