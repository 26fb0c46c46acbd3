import {
  confirmSharedRepayment,
  getSharedInstalment,
  listRepayLinks,
  revokeRepayLink,
  shareInstalment,
  startSharedRepayment,
} from '@mohlat/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '#platform/http/client-address.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { RepayLinksService } from './repay-links.service.ts';

export function registerRepayLinks(endpoints: EndpointRegistry, links: RepayLinksService): void {
  endpoints.handle(shareInstalment, ({ actor, params }) => links.share(actor, params.id));
  endpoints.handle(listRepayLinks, ({ actor, params }) => links.list(actor, params.id));
  endpoints.handle(revokeRepayLink, ({ actor, params }) => links.revoke(actor, params.id));
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
