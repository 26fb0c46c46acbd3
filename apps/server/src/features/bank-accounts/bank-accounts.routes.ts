import {
  getIfsc,
  linkBankAccount,
  listBankAccounts,
  makeBankAccountDefault,
  removeBankAccount,
  verifyBankAccount,
} from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { languageOf } from '#platform/http/language.ts';
import type { BankAccountsService } from './bank-accounts.service.ts';

export function registerBankAccounts(
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
