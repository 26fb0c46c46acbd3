import type { SetuDataConfig } from '../config.ts';
import { stringAt } from '../transport.ts';
import type { Dialect } from '../transport.ts';

/** The dialect that all Setu data products share; each product has its own instance id. */
export function setuDataDialect(config: SetuDataConfig, productInstanceId: string): Dialect {
  return {
    provider: 'setu_data',
    baseUrl: config.url,
    headers: () => ({
      'x-client-id': config.clientId,
      'x-client-secret': config.clientSecret,
      'x-product-instance-id': productInstanceId,
    }),
    codeOf: (json) => stringAt(json, 'error', 'code'),
    traceOf: (json) => stringAt(json, 'traceId') ?? stringAt(json, 'error', 'traceId'),
  };
}
