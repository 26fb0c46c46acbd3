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
import { traceOf } from '#features/approvals/index.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { AnswersService } from './collections.answers.service.ts';
import type { CollectionsService } from './collections.service.ts';

export function registerCollections(endpoints: EndpointRegistry, collections: CollectionsService): void {
  endpoints.handle(listSettlementRows, ({ actor, query, request }) =>
    collections.rows(actor, query, traceOf(request)),
  );
  endpoints.handle(listChargebacks, ({ actor, query, request }) =>
    collections.chargebacks(actor, query, traceOf(request)),
  );
  endpoints.handle(listReceipts, ({ actor, query, request }) =>
    collections.receipts(actor, query, traceOf(request)),
  );
  endpoints.handle(getReceipt, ({ actor, params, request }) =>
    collections.receipt(actor, params.id, traceOf(request)),
  );
  endpoints.handle(identifyReceipt, ({ actor, params, body, request }) =>
    collections.identify(actor, params.id, body, traceOf(request)),
  );
}

/** One dispute, and what is told to its bank. */
export function registerChargebacks(endpoints: EndpointRegistry, answers: AnswersService): void {
  endpoints.handle(getChargeback, ({ actor, params, request }) =>
    answers.get(actor, params.id, traceOf(request)),
  );
  endpoints.handle(addChargebackEvidence, ({ actor, params, body, content, request }) =>
    answers.add(actor, params.id, body, content, traceOf(request)),
  );
  endpoints.handle(readChargebackEvidence, ({ actor, params, request }) =>
    answers.read(actor, params.id, params.fileId, traceOf(request)),
  );
  endpoints.handle(removeChargebackEvidence, ({ actor, params, request }) =>
    answers.remove(actor, params.id, params.fileId, traceOf(request)),
  );
  endpoints.handle(representChargeback, ({ actor, params, body, request }) =>
    answers.represent(actor, params.id, body, traceOf(request)),
  );
  endpoints.handle(acceptChargeback, ({ actor, params, body, request }) =>
    answers.accept(actor, params.id, body, traceOf(request)),
  );
}
