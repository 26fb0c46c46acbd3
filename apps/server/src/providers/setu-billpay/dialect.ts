import type { SetuBillPayConfig } from '../config.ts';
import { ProviderContractDrift, ProviderDuplicate } from '../errors.ts';
import type { ProviderErrorDetails } from '../errors.ts';
import { stringAt } from '../transport.ts';
import type { Answer, Call, Dialect } from '../transport.ts';
import { isKnownRefusal, reasonFromRequestError, TIME_OUT } from './failures.ts';
import { BillRejected } from './port.ts';

/** Reads the refusals of this provider. */
export function createDialect(config: SetuBillPayConfig): Dialect {
  return {
    provider: 'setu_billpay',
    baseUrl: config.url,
    headers: () => ({ 'x-partner-id': String(config.partnerId) }),
    codeOf: (json) => stringAt(json, 'error', 'code') ?? stringAt(json, 'data', 'duplicate', 'code'),
    traceOf: (json) => stringAt(json, 'traceId'),
    refuseGood: refusalUnderGood,
    refuse: (answer, details, call) => {
      const { status, json } = answer;
      // Their word for a duplicate counts under any status: the payment is there already.
      if (status === 409 || (status < 500 && stringAt(json, 'data', 'duplicate', 'code') !== undefined)) {
        const existingRef = stringAt(json, 'data', 'duplicate', 'refId');
        return new ProviderDuplicate({ ...details, ...(existingRef ? { existingRef } : {}) });
      }
      if (details.providerCode === undefined || status >= 500) return undefined;
      if ([401, 403, 408, 429].includes(status)) return undefined;
      if (call.kind === 'write' && (hasBegun(json) || details.providerCode === TIME_OUT))
        return new ProviderContractDrift({ ...details, field: 'error.code', isWrite: true });
      const reason = reasonFromRequestError(details.providerCode, stringAt(json, 'error', 'message'));
      return new BillRejected({ ...details, reason });
    },
  };
}

/** Whether an answer names what was begun: then it is no plain refusal, whatever else it says. */
function hasBegun(json: unknown): boolean {
  return stringAt(json, 'data', 'refId') !== undefined;
}

/**
 * A refusal dressed as 200: `success: false` with an error object. Of a write only a code we know refuses; under any
 * other, or beside a reference of theirs, it may have been done. Rule: LEND-18.
 */
function refusalUnderGood({ json }: Answer, details: ProviderErrorDetails, call: Call) {
  const code = stringAt(json, 'error', 'code');
  if (code === undefined) return undefined;
  if (call.kind === 'write' && (hasBegun(json) || !isKnownRefusal(code)))
    return new ProviderContractDrift({ ...details, field: 'error.code', isWrite: true });
  const reason = reasonFromRequestError(code, stringAt(json, 'error', 'message'));
  return new BillRejected({ ...details, reason });
}
