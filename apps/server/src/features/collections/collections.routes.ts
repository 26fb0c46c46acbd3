import {
  acceptChargeback,
  addChargebackEvidence,
  getChargeback,
  getReceipt,
  identifyReceipt,
  listChargebacks,
  listReceipts,
  listSettlementRows,
  readChargebackEvidence,
  removeChargebackEvidence,
  representChargeback,
} from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { AnswersService } from './chargebacks/answers.service.ts';
import type { CollectionsService } from './collections.service.ts';

export function registerCollections(endpoints: EndpointRegistry, collections: CollectionsService): void {
  endpoints.handle(listSettlementRows, ({ actor, query, trace }) => collections.rows(actor, query, trace));
  endpoints.handle(listChargebacks, ({ actor, query, trace }) =>
    collections.chargebacks(actor, query, trace),
  );
  endpoints.handle(listReceipts, ({ actor, query, trace }) => collections.receipts(actor, query, trace));
  endpoints.handle(getReceipt, ({ actor, params, trace }) => collections.receipt(actor, params.id, trace));
  endpoints.handle(identifyReceipt, ({ actor, params, body, trace }) =>
    collections.identify(actor, params.id, body, trace),
  );
}

/** One dispute, and what is told to its bank. */
export function registerChargebacks(endpoints: EndpointRegistry, answers: AnswersService): void {
  endpoints.handle(getChargeback, ({ actor, params, trace }) => answers.get(actor, params.id, trace));
  endpoints.handle(addChargebackEvidence, ({ actor, params, body, content, trace }) =>
    answers.add(actor, params.id, body, content, trace),
  );
  endpoints.handle(readChargebackEvidence, ({ actor, params, trace }) =>
    answers.read(actor, params.id, params.fileId, trace),
  );
  endpoints.handle(removeChargebackEvidence, ({ actor, params, trace }) =>
    answers.remove(actor, params.id, params.fileId, trace),
  );
  endpoints.handle(representChargeback, ({ actor, params, body, trace }) =>
    answers.represent(actor, params.id, body, trace),
  );
  endpoints.handle(acceptChargeback, ({ actor, params, body, trace }) =>
    answers.accept(actor, params.id, body, trace),
  );
}
