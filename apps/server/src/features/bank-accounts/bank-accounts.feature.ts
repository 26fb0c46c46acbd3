import {
  getIfsc,
  linkBankAccount,
  listBankAccounts,
  makeBankAccountDefault,
  removeBankAccount,
  verifyBankAccount,
} from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import type { Feature } from '#features/feature.ts';
import { ALWAYS_ERASED } from '#features/personal-data.ts';
import { matchFact, type ReviewHandler } from '#features/reviews/index.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { languageOf } from '#platform/http/language.ts';
import { bankAccountJobs, sweepBankAccounts } from './bank-accounts.jobs.ts';
import { lockAccounts } from './bank-accounts.repo.ts';
import { type BankAccountsService, createBankAccountsService } from './bank-accounts.service.ts';
import { settleAndTell, type SettleDeps } from './bank-accounts.settle.ts';
import * as work from './bank-accounts.work.repo.ts';

export const bankAccounts: Feature = {
  name: 'bank-accounts',
  routes: (endpoints, parts) => registerBankAccounts(endpoints, parts, createBankAccountsService(parts)),
  jobs: bankAccountJobs,
  sweeps: (parts) => ({ bankAccounts: () => sweepBankAccounts(parts) }),
  reviews: (parts) => [bankAccountReview(parts)],
  personalData: [
    {
      table: 'bank_accounts',
      topic: 'bank',
      title: { en: 'Bank accounts', hi: 'बैंक खाते' },
      opened: ['number_sealed'],
      fate: ALWAYS_ERASED,
    },
    {
      table: 'bank_account_checks',
      topic: 'bank',
      title: { en: 'Questions asked of your bank', hi: 'आपके बैंक से पूछे गए प्रश्न' },
      fate: ALWAYS_ERASED,
    },
  ],
  sealed: [
    { table: 'bank_accounts', column: 'number_sealed', context: 'bank-account:{id}', role: 'mohlat_worker' },
  ],
};

function registerBankAccounts(
  endpoints: EndpointRegistry,
  { limits, providers }: Pick<FeatureContext, 'limits' | 'providers'>,
  accounts: BankAccountsService,
): void {
  endpoints.handle(getIfsc, async ({ actor, params, request }) => {
    await limits.count(actor, 'ifsc');
    const found = await providers.ifsc.lookup(params.code, { requestId: request.id, actor: 'user' });
    if (!found.found) throw new DomainError('ifsc_not_found');
    return {
      ifsc: params.code,
      bank: found.bank,
      branch: found.branch,
      city: found.city,
      address: found.address,
    };
  });
  endpoints.handle(listBankAccounts, ({ actor, query }) => accounts.list(actor, query));
  endpoints.handle(linkBankAccount, ({ actor, body, request: { id, headers } }) => {
    // The consent is kept in the words that were read: those of the page.
    return accounts.link(actor, body, { requestId: id, language: languageOf(headers) });
  });
  endpoints.handle(removeBankAccount, ({ actor, params }) => accounts.remove(actor, params.id));
  endpoints.handle(makeBankAccountDefault, ({ actor, params }) => accounts.makeDefault(actor, params.id));
  endpoints.handle(verifyBankAccount, ({ actor, params }) => accounts.verify(actor, params.id));
}

/** Reviews a near match of names: shows the facts to compare and applies the verdict. Rule: LEND-24. */
function bankAccountReview(deps: Pick<SettleDeps, 'notifier'>): ReviewHandler {
  return {
    kind: 'bank_account',
    async facts(tx, { userId, subjectId: accountId }) {
      const row = await work.findReviewed(tx, { userId, accountId });
      if (!row) return [];
      return [
        { code: 'name_in_profile', value: (await work.findHolder(tx, userId)) ?? '' },
        { code: 'name_at_bank', value: row.name_at_bank ?? '' },
        ...matchFact(row.name_percent),
        { code: 'bank_account', value: `${row.bank_name} ${row.masked_number}`.trim() },
      ];
    },
    fileId: () => Promise.resolve(undefined),
    async dropIfMoot(tx, { userId, subjectId: accountId }) {
      await lockAccounts(tx, userId);
      return (await work.findReviewed(tx, { userId, accountId })) === undefined;
    },
    async apply(tx, { userId, subjectId: accountId }, verdict, now) {
      const ids = { userId, accountId };
      await lockAccounts(tx, userId);
      const row = await work.findReviewed(tx, ids);
      // Removed meanwhile: there is nothing to decide about.
      if (!row) return;
      const isApproved = verdict.decision === 'approve';
      const settlement: work.Settlement = isApproved
        ? { status: 'verified', reason: null, nameAtBank: row.name_at_bank ?? undefined }
        : { status: 'rejected', reason: 'name_mismatch' };
      const percent = row.name_percent ?? undefined;
      await settleAndTell(deps, tx, ids, row, { ...settlement, namePercent: percent }, now, verdict.reason);
    },
  };
}
