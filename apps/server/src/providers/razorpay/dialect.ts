import type { RazorpayConfig } from '../config.ts';
import { ProviderDuplicate } from '../errors.ts';
import { stringAt } from '../transport.ts';
import type { Dialect } from '../transport.ts';

/** Authorises every call to this provider and reads its errors. */
export function createDialect(config: RazorpayConfig): Dialect {
  const credentials = Buffer.from(`${config.keyId}:${config.keySecret}`).toString('base64');
  return {
    provider: 'razorpay',
    baseUrl: config.url,
    headers: () => ({ authorization: `Basic ${credentials}` }),
    codeOf: (json) => stringAt(json, 'error', 'reason') ?? stringAt(json, 'error', 'code'),
    traceOf: (json) => stringAt(json, 'id'),
    refuse: ({ status }, details) => (status === 409 ? new ProviderDuplicate(details) : undefined),
  };
}
