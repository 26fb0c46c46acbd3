import { getIfsc } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';

export function registerBankAccounts(
  endpoints: EndpointRegistry,
  { limits, providers }: Pick<FeatureContext, 'limits' | 'providers'>,
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
}
