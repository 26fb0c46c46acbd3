import { listAnchors } from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { AnchorsService } from './evidence.service.ts';

export function registerEvidence(endpoints: EndpointRegistry, evidence: AnchorsService): void {
  endpoints.handle(listAnchors, ({ query }) => evidence.list(query));
}
