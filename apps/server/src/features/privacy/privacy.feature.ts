import { deleteMe, exportData, getClosure, getConsents, putConsents } from '@mohlat/contract';
import type { FastifyRequest } from 'fastify';
import type { Feature } from '#features/feature.ts';
import { ALWAYS_ERASED, OWN_MARKS } from '#features/personal-data.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { Semaphore } from '#platform/pools/semaphore.ts';
import { type ClosureService, createClosureService } from './closure.service.ts';
import { type ConsentsService, createConsentsService } from './consents.service.ts';
import { writeExportPdf } from './export.pdf.ts';
import { createExportService, type ExportService } from './export.service.ts';
import { privacyJobs, retentionCron } from './retention.jobs.ts';

export const privacy: Feature = {
  name: 'privacy',
  routes: (endpoints, parts) =>
    registerPrivacy(endpoints, {
      consents: createConsentsService(parts),
      copies: createExportService(parts),
      closure: createClosureService(parts),
    }),
  jobs: privacyJobs,
  crons: [retentionCron],
  personalData: [
    {
      table: 'consents',
      topic: 'decision',
      title: { en: 'Consents', hi: 'सहमतियाँ' },
      fate: {
        visitor: { keep: 'access', atEnd: 'erase' },
        applicant: { keep: 'application', atEnd: 'erase' },
        customer: { keep: 'decision', atEnd: 'erase' },
      },
    },
    {
      table: 'access_log',
      topic: 'access',
      title: { en: 'Copies taken and accounts closed', hi: 'ली गई कॉपियाँ और बंद किए गए खाते' },
      fate: {
        visitor: { keep: 'access', atEnd: 'erase' },
        applicant: { keep: 'access', atEnd: 'erase' },
        customer: { keep: 'access', atEnd: 'erase' },
      },
    },
    {
      table: 'account_closures',
      topic: 'access',
      title: { en: 'Closed account', hi: 'बंद खाता' },
      leftOut: OWN_MARKS,
      // A number, a day and what was answered: what is still to be erased, and when, is read from it.
      fate: {
        visitor: { keep: 'access', atEnd: 'archive' },
        applicant: { keep: 'access', atEnd: 'archive' },
        customer: { keep: 'access', atEnd: 'archive' },
      },
    },
    {
      table: 'stored_files',
      topic: 'files',
      title: { en: 'Files', hi: 'फ़ाइलें' },
      // The rows stay, without their key: what can be read is erased in features/privacy/erasure.repo.ts.
      fate: {
        visitor: { keep: 'access', atEnd: 'archive' },
        applicant: { keep: 'application', atEnd: 'archive' },
        customer: { keep: 'kyc', atEnd: 'archive' },
      },
    },
    {
      table: 'idempotency_keys',
      topic: 'mechanism',
      title: { en: 'Keys of requests', hi: 'अनुरोधों की कुंजियाँ' },
      leftOut: OWN_MARKS,
      fate: ALWAYS_ERASED,
    },
    {
      table: 'call_counters',
      topic: 'mechanism',
      title: { en: 'Counted calls', hi: 'गिने गए अनुरोध' },
      leftOut: OWN_MARKS,
      fate: ALWAYS_ERASED,
    },
  ],
};

interface PrivacyServices {
  readonly consents: ConsentsService;
  readonly copies: ExportService;
  readonly closure: ClosureService;
}

/** A copy holds everything about a person in memory, and reads it in one transaction. */
const COPIED = { permits: 2, permitsPerKey: 1, queueMax: 8, queuePerKeyMax: 1 } as const;

function registerPrivacy(endpoints: EndpointRegistry, { consents, copies, closure }: PrivacyServices): void {
  const turns = new Semaphore(COPIED);
  const accessOf = (request: FastifyRequest) => ({ ip: clientAddress(request), requestId: request.id });
  endpoints.handle(getConsents, ({ actor, query }) => consents.list(actor, query));
  endpoints.handle(putConsents, ({ actor, body }) => consents.change(actor, body));
  endpoints.handle(exportData, async ({ actor, query, request, reply }) => {
    const isPdf = query.format === 'pdf';
    const what = isPdf ? ('export_pdf' as const) : ('export_json' as const);
    const { data, pdf } = await turns.takeTurn(actor.userId, async () => {
      const collected = await copies.collect(actor, { what, ...accessOf(request) }, query.language);
      return { data: collected, pdf: isPdf ? await writeExportPdf(collected, query.language) : undefined };
    });
    // Outside the turn: a reader who is slow, or does not read at all, holds up no other request.
    reply.header('cache-control', 'no-store');
    reply.header('content-disposition', `attachment; filename="mohlat-my-data.${query.format}"`);
    if (pdf) await reply.type('application/pdf').send(pdf);
    return data;
  });
  endpoints.handle(getClosure, ({ actor, query }) => closure.preview(actor, query.language));
  endpoints.handle(deleteMe, ({ actor, query, request }) =>
    closure.close(actor, { what: 'account_closed', ...accessOf(request) }, query.language),
  );
}
