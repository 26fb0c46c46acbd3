import {
  confirmSharedRepayment,
  getSharedInstalment,
  listRepayLinks,
  revokeRepayLink,
  sendRepayLink,
  shareInstalment,
  startSharedRepayment,
} from '@mohlat/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature, ServedParts } from '#features/feature.ts';
import { ALWAYS_ERASED } from '#features/personal-data.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { createSendRepayLink } from './repay-links.send.ts';
import { createRepayLinksService } from './repay-links.service.ts';

export const repayLinks: Feature = {
  name: 'repay-links',
  routes: registerRepayLinks,
  personalData: [
    {
      table: 'repay_links',
      topic: 'messages',
      title: { en: 'Instalments shared by a link', hi: 'लिंक से साझा की गई किस्तें' },
      fate: ALWAYS_ERASED,
    },
  ],
};

function registerRepayLinks(endpoints: EndpointRegistry, parts: ServedParts): void {
  const links = createRepayLinksService(parts);
  const send = createSendRepayLink(parts);
  endpoints.handle(shareInstalment, ({ actor, params }) => links.share(actor, params.id));
  endpoints.handle(listRepayLinks, ({ actor, params, query }) => links.list(actor, params.id, query));
  endpoints.handle(revokeRepayLink, ({ actor, params }) => links.revoke(actor, params.id));
  endpoints.handle(sendRepayLink, ({ actor, params, body, trace }) => send(actor, params.id, body, trace));
  const counted = { before: (request: FastifyRequest) => links.count(clientAddress(request)) };
  endpoints.handle(
    getSharedInstalment,
    ({ params, reply }) => {
      keepNowhere(reply);
      return links.show(params.token);
    },
    counted,
  );
  endpoints.handle(
    startSharedRepayment,
    ({ params, request, reply }) => {
      keepNowhere(reply);
      return links.open(params.token, request.id);
    },
    counted,
  );
  endpoints.handle(
    confirmSharedRepayment,
    ({ params, body, reply }) => {
      keepNowhere(reply);
      return links.confirm(params.token, body);
    },
    counted,
  );
}

/** Meant for the holder of the link, and not for search engines or anything that keeps pages. */
function keepNowhere(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
}
