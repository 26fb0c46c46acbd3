import { cancelMandate, getMandateOffer, listMandates, startMandate } from '@mohlat/contract';
import { BOOKS, booksWithout } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { debitOutcomeApproval } from './mandates.decided.ts';
import { mandateJobs, sweepMandates } from './mandates.jobs.ts';
import { createMandatesService, type MandatesService } from './mandates.service.ts';

export const mandates: Feature = {
  name: 'mandates',
  routes: (endpoints, parts) => registerMandates(endpoints, createMandatesService(parts)),
  jobs: mandateJobs,
  sweeps: (parts) => ({ mandates: () => sweepMandates(parts) }),
  approvals: (parts) => [debitOutcomeApproval(parts)],
  personalData: [
    {
      table: 'mandates',
      topic: 'books',
      title: { en: 'Autopay', hi: 'ऑटोपे' },
      // The person as the rail knows them, and what their bank said in its own words.
      fate: booksWithout('customer_ref = null, reason = null'),
    },
    {
      table: 'presentations',
      topic: 'books',
      title: { en: 'Debits under autopay', hi: 'ऑटोपे के डेबिट' },
      fate: BOOKS,
    },
  ],
};

function registerMandates(endpoints: EndpointRegistry, mandates: MandatesService): void {
  endpoints.handle(listMandates, ({ actor, query }) => mandates.list(actor, query));
  endpoints.handle(getMandateOffer, ({ actor, params }) => mandates.offer(actor, params.id));
  endpoints.handle(startMandate, ({ actor, body, request }) => mandates.start(actor, body, request.id));
  endpoints.handle(cancelMandate, ({ actor, params }) => mandates.cancel(actor, params.id));
}
