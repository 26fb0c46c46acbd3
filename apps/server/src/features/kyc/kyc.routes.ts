import { completeAadhaar, getKyc, startAadhaar, startVideo, verifyPan } from '@mohlat/contract';
import type { FastifyRequest } from 'fastify';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { languageOf } from '#platform/http/language.ts';
import type { Asked } from './kyc.asking.ts';
import type { KycService } from './kyc.service.ts';

export function registerKyc(endpoints: EndpointRegistry, kyc: KycService): void {
  endpoints.handle(getKyc, ({ actor }) => kyc.get(actor));
  endpoints.handle(verifyPan, ({ actor, body, request }) => kyc.verifyPan(actor, body.pan, askedBy(request)));
  endpoints.handle(startAadhaar, ({ actor, body, request }) =>
    kyc.startAadhaar(actor, body.aadhaar, askedBy(request)),
  );
  endpoints.handle(completeAadhaar, ({ actor, params, body }) =>
    kyc.completeAadhaar(actor, {
      sessionId: params.sessionId,
      state: body.state,
      isRefused: body.isRefused === true,
    }),
  );
  endpoints.handle(startVideo, ({ actor, request }) => kyc.startVideo(actor, askedBy(request)));
}

/** The language is the page's: the consent is kept in the words that were read. */
export function askedBy({ id, headers }: FastifyRequest): Asked {
  return { requestId: id, language: languageOf(headers) };
}
