import { proposeSettlement, proposeWriteOff, waivePayment } from '@mohlat/contract';
import { underKey } from '#features/approvals/index.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { LossesService } from './losses.service.ts';

export function registerLosses(endpoints: EndpointRegistry, losses: LossesService): void {
  endpoints.handle(waivePayment, underKey(losses.waive));
  endpoints.handle(proposeSettlement, underKey(losses.settle));
  endpoints.handle(proposeWriteOff, underKey(losses.writeOff));
}
