import { ALWAYS_ERASED, BOOKS, OWN_MARKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { PAYMENT_FIGURES } from './payments.figures.ts';
import { paymentJobs, sweepPayments, takeUpJob } from './payments.jobs.ts';
import { railOutcomeApproval } from './rail/outcome.ts';
import { registerPayments } from './payments.routes.ts';
import { createPaymentsService } from './payments.service.ts';

export const payments: Feature = {
  name: 'payments',
  routes: (endpoints, parts) => registerPayments(endpoints, createPaymentsService(parts)),
  jobs(parts) {
    const deps = { ...parts, remitterName: parts.lender.name };
    return [...paymentJobs(deps), takeUpJob(deps)];
  },
  sweeps: (parts) => ({ payments: () => sweepPayments(parts) }),
  approvals: (parts) => [railOutcomeApproval(parts)],
  figures: PAYMENT_FIGURES,
  personalData: [
    {
      table: 'quotes',
      topic: 'books',
      title: { en: 'Prices shown to you', hi: 'आपको दिखाई गई कीमतें' },
      fate: {
        visitor: 'erase',
        applicant: 'erase',
        customer: { keep: 'books', eraseWhere: 't.payment_id is null', atEnd: 'archive' },
      },
    },
    { table: 'payments', topic: 'books', title: { en: 'Payments', hi: 'भुगतान' }, fate: BOOKS },
    {
      table: 'payment_attempts',
      topic: 'books',
      title: { en: 'Orders to the bill network', hi: 'बिल नेटवर्क को दिए गए आदेश' },
      opened: ['mobile_sealed'],
      fate: {
        ...BOOKS,
        customer: { keep: 'books', blank: 'mobile_sealed = null, request_sealed = null', atEnd: 'archive' },
      },
    },
    {
      table: 'payment_leases',
      topic: 'books',
      title: { en: 'Payments being worked on', hi: 'भुगतान जिन पर काम चल रहा है' },
      leftOut: OWN_MARKS,
      fate: ALWAYS_ERASED,
    },
    {
      table: 'bill_status_log',
      topic: 'books',
      title: { en: 'Course of each payment', hi: 'हर भुगतान का क्रम' },
      fate: BOOKS,
    },
    {
      table: 'reservations',
      topic: 'books',
      title: { en: 'Reserved limit', hi: 'रोकी गई लिमिट' },
      fate: BOOKS,
    },
    {
      table: 'key_facts',
      topic: 'books',
      title: { en: 'Key facts you agreed to', hi: 'मुख्य तथ्य जिन पर आप सहमत हुए' },
      fate: {
        ...BOOKS,
        customer: { keep: 'books', atEnd: { blank: 'accepted_from = null' } },
      },
    },
  ],
  sealed: [
    { table: 'payment_attempts', column: 'mobile_sealed', context: 'attempt:{id}', role: 'mohlat_worker' },
    { table: 'payment_attempts', column: 'request_sealed', context: 'attempt:{id}', role: 'mohlat_worker' },
  ],
};
