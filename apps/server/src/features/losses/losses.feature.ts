import { proposeSettlement, proposeWriteOff, waivePayment } from '@mohlat/contract';
import { underKey } from '#features/approvals/index.ts';
import { BOOKS, booksWithout } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { lossApprovals } from './losses.approvals.ts';
import { createLossesService, type LossesService } from './losses.service.ts';
import { lossJobs } from './losses.tell.ts';

export const losses: Feature = {
  name: 'losses',
  routes: (endpoints, parts) => registerLosses(endpoints, createLossesService(parts)),
  jobs: lossJobs,
  approvals: lossApprovals,
  personalData: [
    {
      table: 'waivers',
      topic: 'books',
      title: { en: 'What was waived', hi: 'क्या माफ़ किया गया' },
      // Words of staff, as in the proposal they are a copy of; a waiver of theirs has some.
      fate: booksWithout('reason = left(reason, 0)'),
    },
    {
      table: 'waiver_shares',
      topic: 'books',
      title: { en: 'What each waiver covered', hi: 'हर माफ़ी किस पर लगी' },
      fate: BOOKS,
    },
    {
      table: 'settlements',
      topic: 'books',
      title: { en: 'Lower sums agreed', hi: 'तय की गई कम रकमें' },
      fate: BOOKS,
    },
    {
      table: 'write_offs',
      topic: 'books',
      title: { en: 'Loans written off', hi: 'बट्टे खाते के ऋण' },
      fate: BOOKS,
    },
  ],
};

function registerLosses(endpoints: EndpointRegistry, losses: LossesService): void {
  endpoints.handle(waivePayment, underKey(losses.waive));
  endpoints.handle(proposeSettlement, underKey(losses.settle));
  endpoints.handle(proposeWriteOff, underKey(losses.writeOff));
}
