import { assessCredit } from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { CreditService } from './credit.service.ts';

export function registerCredit(endpoints: EndpointRegistry, credit: CreditService): void {
  endpoints.handle(assessCredit, ({ actor, request }) => credit.assess(actor, request.id));
}
