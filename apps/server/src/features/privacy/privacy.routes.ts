import { deleteMe, exportData, getClosure, getConsents, putConsents } from '@mohlat/contract';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from '#platform/http/client-address.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { Semaphore } from '#platform/pools/semaphore.ts';
import type { ClosureService } from './closure.service.ts';
import type { ConsentsService } from './consents.service.ts';
import { writeExportPdf } from './export.pdf.ts';
import type { ExportService } from './export.service.ts';

export interface PrivacyServices {
  readonly consents: ConsentsService;
  readonly copies: ExportService;
  readonly closure: ClosureService;
}

/** A copy holds everything about a person in memory, and reads it in one transaction. */
const COPIED = { permits: 2, permitsPerKey: 1, queueMax: 8, queuePerKeyMax: 1 } as const;

export function registerPrivacy(
  endpoints: EndpointRegistry,
  { consents, copies, closure }: PrivacyServices,
): void {
  const turns = new Semaphore(COPIED);
  const accessOf = (request: FastifyRequest) => ({ ip: clientAddress(request), requestId: request.id });
  endpoints.handle(getConsents, ({ actor }) => consents.list(actor));
  endpoints.handle(putConsents, ({ actor, body }) => consents.change(actor, body));
  endpoints.handle(exportData, async ({ actor, query, request, reply }) => {
    const isPdf = query.format === 'pdf';
    const what = isPdf ? ('export_pdf' as const) : ('export_json' as const);
    const { data, pdf } = await turns.run(actor.userId, async () => {
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
