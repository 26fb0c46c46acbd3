import {
  acceptOffer,
  assessCredit,
  declineOffer,
  getCredit,
  listAssessments,
  postIncomeEvidence,
} from '@mohlat/contract';
import { askedBy } from '#features/kyc/index.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { EvidenceService } from './credit.evidence.ts';
import type { CreditService } from './credit.service.ts';

export function registerCredit(
  endpoints: EndpointRegistry,
  credit: CreditService,
  evidence: EvidenceService,
): void {
  endpoints.handle(getCredit, ({ actor }) => credit.get(actor));
  endpoints.handle(assessCredit, ({ actor, body, request }) =>
    credit.assess(actor, body.acceptLimit ?? true, askedBy(request)),
  );
  endpoints.handle(acceptOffer, ({ actor, params, request }) =>
    credit.accept(actor, params.id, askedBy(request)),
  );
  endpoints.handle(declineOffer, ({ actor, params }) => credit.decline(actor, params.id));
  endpoints.handle(listAssessments, ({ actor, query }) => credit.list(actor, query));
  endpoints.handle(postIncomeEvidence, ({ actor, body, content }) => evidence.send(actor, body, content), {
    admit: (actor) => evidence.maySend(actor),
  });
}
