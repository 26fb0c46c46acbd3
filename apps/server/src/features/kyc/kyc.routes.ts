import { completeAadhaar, getKyc, startAadhaar, verifyPan } from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { KycService } from './kyc.service.ts';

export function registerKyc(endpoints: EndpointRegistry, kyc: KycService): void {
  endpoints.handle(getKyc, ({ actor }) => kyc.get(actor));
  endpoints.handle(verifyPan, ({ actor, body, request }) => kyc.verifyPan(actor, body.pan, request.id));
  endpoints.handle(startAadhaar, ({ actor, body, request }) =>
    kyc.startAadhaar(actor, body.aadhaar, request.id),
  );
  endpoints.handle(completeAadhaar, ({ actor, params }) => kyc.completeAadhaar(actor, params.sessionId));
}
