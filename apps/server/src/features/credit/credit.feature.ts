import {
  acceptOffer,
  assessCredit,
  declineOffer,
  getCredit,
  listAssessments,
  postIncomeEvidence,
} from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import { askedBy } from '#features/kyc/index.ts';
import { DECISION } from '#features/personal-data.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { createEvidenceService, createIncomeReview, type EvidenceService } from './credit.evidence.ts';
import { limitApproval, registerLimitProposals } from './credit.propose.ts';
import { SUSPENDED_WAITING } from './credit.reinstate.repo.ts';
import { registerReinstatement, reinstatementApproval } from './credit.reinstate.ts';
import { createCreditService, type CreditService } from './credit.service.ts';
import { createStandingSweep, creditJobs } from './credit.standing.ts';

export const credit: Feature = {
  name: 'credit',
  routes(endpoints, parts) {
    registerCredit(endpoints, createCreditService(parts), createEvidenceService(parts));
    registerReinstatement(endpoints, parts);
    registerLimitProposals(endpoints, parts);
  },
  jobs: creditJobs,
  sweeps: (parts) => ({ standing: createStandingSweep(parts) }),
  reviews: (parts) => [createIncomeReview(parts)],
  approvals: (parts) => [reinstatementApproval(), limitApproval(parts)],
  waiting: [{ kind: 'limits', path: '/admin/limits?state=waiting', select: SUSPENDED_WAITING }],
  personalData: [
    {
      table: 'credit_accounts',
      topic: 'decision',
      title: { en: 'Credit limit', hi: 'क्रेडिट लिमिट' },
      fate: {
        visitor: 'erase',
        applicant: { keep: 'application', atEnd: 'erase' },
        customer: {
          keep: 'decision',
          blank:
            'score = null, assessment_id = null, limit_consent_id = null, report_on = null, review_on = null',
          atEnd: 'erase',
        },
      },
    },
    {
      table: 'credit_assessments',
      topic: 'decision',
      title: { en: 'Decisions about your limit', hi: 'लिमिट के फ़ैसले' },
      fate: DECISION,
    },
    {
      table: 'credit_account_log',
      topic: 'decision',
      title: { en: 'Changes of your limit', hi: 'लिमिट में बदलाव' },
      fate: DECISION,
    },
    {
      table: 'credit_offers',
      topic: 'decision',
      title: { en: 'Limits offered to you', hi: 'आपको दी गई लिमिट की पेशकश' },
      fate: DECISION,
    },
    {
      table: 'income_evidence',
      topic: 'decision',
      title: { en: 'Evidence of income', hi: 'आय का प्रमाण' },
      fate: DECISION,
    },
  ],
};

function registerCredit(endpoints: EndpointRegistry, credit: CreditService, evidence: EvidenceService): void {
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
