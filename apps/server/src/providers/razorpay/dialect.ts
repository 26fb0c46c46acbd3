import type { RazorpayConfig } from '../config.ts';
import { ProviderDuplicate, ProviderRejected } from '../errors.ts';
import { stringAt } from '../transport.ts';
import type { Dialect } from '../transport.ts';

/** This person is a customer already, and the answer does not say which. */
export class CustomerExists extends ProviderRejected {}

/** Authorises every call to this provider and reads its errors. */
export function createDialect(config: RazorpayConfig): Dialect {
  const credentials = Buffer.from(`${config.keyId}:${config.keySecret}`).toString('base64');
  return {
    provider: 'razorpay',
    baseUrl: config.url,
    headers: () => ({ authorization: `Basic ${credentials}` }),
    codeOf: (json) => stringAt(json, 'error', 'reason') ?? stringAt(json, 'error', 'code'),
    traceOf: (json) => stringAt(json, 'id'),
    refuse: ({ status, json }, details, { op }) => {
      if (status === 409) return new ProviderDuplicate(details);
      const isKnown =
        op === 'openCustomer' && /already exists/i.test(stringAt(json, 'error', 'description') ?? '');
      return isKnown && status === 400 ? new CustomerExists(details) : undefined;
    },
  };
}
