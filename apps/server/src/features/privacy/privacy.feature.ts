import { ALWAYS_ERASED, OWN_MARKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { createClosureService } from './closure.service.ts';
import { createConsentsService } from './consents.service.ts';
import { createExportService } from './export.service.ts';
import { registerPrivacy } from './privacy.routes.ts';
import { privacyJobs, retentionCron } from './retention.jobs.ts';

export const privacy: Feature = {
  name: 'privacy',
  routes: (endpoints, parts) =>
    registerPrivacy(endpoints, {
      consents: createConsentsService(parts),
      copies: createExportService(parts),
      closure: createClosureService(parts),
    }),
  jobs: privacyJobs,
  crons: [retentionCron],
  personalData: [
    {
      table: 'consents',
      topic: 'decision',
      title: { en: 'Consents', hi: 'सहमतियाँ' },
      fate: {
        visitor: { keep: 'access', atEnd: 'erase' },
        applicant: { keep: 'application', atEnd: 'erase' },
        customer: { keep: 'decision', atEnd: 'erase' },
      },
    },
    {
      table: 'access_log',
      topic: 'access',
      title: { en: 'Copies taken and accounts closed', hi: 'ली गई कॉपियाँ और बंद किए गए खाते' },
      fate: {
        visitor: { keep: 'access', atEnd: 'erase' },
        applicant: { keep: 'access', atEnd: 'erase' },
        customer: { keep: 'access', atEnd: 'erase' },
      },
    },
    {
      table: 'account_closures',
      topic: 'access',
      title: { en: 'Closed account', hi: 'बंद खाता' },
      leftOut: OWN_MARKS,
      // A number, a day and what was answered: what is still to be erased, and when, is read from it.
      fate: {
        visitor: { keep: 'access', atEnd: 'archive' },
        applicant: { keep: 'access', atEnd: 'archive' },
        customer: { keep: 'access', atEnd: 'archive' },
      },
    },
    {
      table: 'stored_files',
      topic: 'files',
      title: { en: 'Files', hi: 'फ़ाइलें' },
      // The rows stay, without their key: what can be read is erased in features/privacy/erasure.repo.ts.
      fate: {
        visitor: { keep: 'access', atEnd: 'archive' },
        applicant: { keep: 'application', atEnd: 'archive' },
        customer: { keep: 'kyc', atEnd: 'archive' },
      },
    },
    {
      table: 'idempotency_keys',
      topic: 'mechanism',
      title: { en: 'Keys of requests', hi: 'अनुरोधों की कुंजियाँ' },
      leftOut: OWN_MARKS,
      fate: ALWAYS_ERASED,
    },
    {
      table: 'call_counters',
      topic: 'mechanism',
      title: { en: 'Counted calls', hi: 'गिने गए अनुरोध' },
      leftOut: OWN_MARKS,
      fate: ALWAYS_ERASED,
    },
  ],
};
