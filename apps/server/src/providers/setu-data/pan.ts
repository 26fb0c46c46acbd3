import type { SetuDataConfig } from '../config.ts';
import { ProviderContractDrift } from '../errors.ts';
import { present } from '../present.ts';
import { readWire } from '../transport.ts';
import type { Transport } from '../transport.ts';
import { setuDataDialect } from './dialect.ts';
import type { PanPort } from './port.ts';
import { panAnswer } from './wire.ts';

const REASON = 'Checking the identity of a person who applies for a credit limit';
const at = { provider: 'setu_data', op: 'verifyPan' } as const;

/** Setu PAN. A PAN the register does not know is an answer, not an error. */
export function createSetuPan(config: SetuDataConfig, deps: { transport: Transport }): PanPort {
  const dialect = setuDataDialect(config, config.productInstanceIds.pan);
  return {
    async verify(i, c) {
      const answer = await deps.transport.call(dialect, {
        op: at.op,
        kind: 'read',
        timeout: 'read',
        repeats: { notDone: 2, unknown: 1 },
        method: 'POST',
        path: '/api/verify/pan',
        body: { pan: i.pan, consent: 'Y', reason: REASON },
        alsoGood: [404],
        context: c,
      });
      const { verification, data, traceId } = readWire(panAnswer, answer.json, at);
      const trace = present({ trace: traceId });
      if (answer.status === 404) return { verdict: 'not_found', ...trace };
      if (verification === 'failed') return { verdict: 'invalid', ...trace };
      const fullName = proven(data?.full_name, 'data.full_name', traceId);
      const category = proven(data?.category, 'data.category', traceId);
      const isAadhaarLinked = data?.aadhaar_seeding_status === 'LINKED';
      return { verdict: 'valid', isAadhaarLinked, fullName, category, ...trace };
    },
  };
}

/** A good answer that leaves out whose the PAN is proves nothing about the person. Throws: ProviderContractDrift. */
function proven(value: string | undefined, field: string, providerTrace: string | undefined): string {
  if (value !== undefined) return value;
  const message = `${field}: not there`;
  throw new ProviderContractDrift({ ...at, field, message, ...present({ providerTrace }) });
}
