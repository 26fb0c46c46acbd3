import { createHash } from 'node:crypto';
import type { CallContext, Now } from '../call-context.ts';
import type { SetuDataConfig } from '../config.ts';
import type { ProviderError, ProviderErrorDetails } from '../errors.ts';
import { present } from '../present.ts';
import { assertEcho, readWire, REPEAT_READ } from '../transport.ts';
import type { Answer, Call, Dialect, Transport } from '../transport.ts';
import { setuDataDialect } from './dialect.ts';
import { AadhaarDetailsMismatch, AadhaarNotLinked, ConsentDenied, SessionExpired } from './port.ts';
import type { AadhaarDocument, AadhaarPort, AadhaarReturn } from './port.ts';
import * as wire from './wire.ts';

type Refusal = new (d: ProviderErrorDetails) => ProviderError;

/** Codes with a meaning for the person; every other code follows the HTTP status. */
const REFUSALS: Record<string, Refusal> = {
  request_not_found: SessionExpired,
  invalid_token: SessionExpired,
  invalid_grant: SessionExpired,
  user_not_authenticated: ConsentDenied,
  user_consent_not_given: ConsentDenied,
  token_revoked: ConsentDenied,
  aadhaar_not_linked: AadhaarNotLinked,
  aadhaar_not_available: AadhaarNotLinked,
  customer_detail_mismatch: AadhaarDetailsMismatch,
};

/** Setu DigiLocker: the person consents there, and neither their number nor their code passes through us. */
export function createSetuDigilocker(
  config: SetuDataConfig,
  deps: { transport: Transport; now: Now },
): AadhaarPort {
  const dialect: Dialect = {
    ...setuDataDialect(config, config.productInstanceIds.digilocker),
    refuse: (_answer, details) => {
      const refusal = REFUSALS[details.providerCode ?? ''];
      return refusal && new refusal(details);
    },
  };
  const get = (op: string, ref: string, action: string, c?: CallContext): Promise<Answer> =>
    deps.transport.call(dialect, {
      op,
      kind: 'enquiry',
      timeout: op === 'pullAadhaar' ? 'slow' : 'read',
      repeats: REPEAT_READ,
      method: 'GET',
      path: `/api/digilocker/${encodeURIComponent(ref)}/${action}`,
      context: c,
    });

  return {
    readReturn,
    async start(i, c) {
      const answer = await deps.transport.call(dialect, startCall(i.returnUrl, c));
      const session = readWire(wire.sessionStarted, answer.json, at('startAadhaar'));
      return { ref: session.id, url: session.url, expiresAt: session.validUpto };
    },
    async status(ref, c) {
      try {
        const answer = await get('aadhaarStatus', ref, 'status', c);
        const { status, validUpto } = readWire(wire.sessionStatus, answer.json, at('aadhaarStatus'));
        if (status !== 'unauthenticated') return status === 'authenticated' ? 'granted' : 'revoked';
        return validUpto && validUpto <= deps.now() ? 'expired' : 'waiting';
      } catch (error) {
        if (error instanceof SessionExpired) return 'expired';
        throw error;
      }
    },
    async holder(ref, c) {
      const answer = await get('aadhaarHolder', ref, 'status', c);
      const { digilockerUserDetails } = readWire(wire.sessionStatus, answer.json, at('aadhaarHolder'));
      const mobile = digilockerUserDetails?.phoneNumber?.replaceAll(/\D/g, '').slice(-10);
      return present({
        accountId: digilockerUserDetails?.digilockerId,
        mobile: mobile && /^[6-9]\d{9}$/.test(mobile) ? mobile : undefined,
      });
    },
    async pull(ref, c) {
      const answer = await get('pullAadhaar', ref, 'aadhaar', c);
      const { id, aadhaar } = readWire(wire.aadhaarAnswer, answer.json, at('pullAadhaar'));
      if (id !== undefined) assertEcho(at('pullAadhaar'), 'id', ref, id);
      return toDocument(aadhaar, answer.raw);
    },
    async revoke(ref, c) {
      try {
        await get('revokeAadhaar', ref, 'revoke', c);
      } catch (error) {
        if (error instanceof SessionExpired || error instanceof ConsentDenied) return;
        throw error;
      }
    },
  };
}

function at(op: string) {
  return { provider: 'setu_data', op } as const;
}

function startCall(redirectUrl: string, context: CallContext): Call {
  return {
    op: 'startAadhaar',
    // A session that is not opened does nothing, so a lost answer only costs a new start.
    kind: 'read',
    timeout: 'read',
    repeats: { notDone: 2, unknown: 1 },
    method: 'POST',
    path: '/api/digilocker',
    body: { redirectUrl },
    context,
  };
}

function toDocument(a: wire.WireAadhaar, raw: Buffer): AadhaarDocument {
  const [day, month, year] = a.dateOfBirth.split('-');
  return {
    name: a.name,
    dateOfBirth: `${year}-${month}-${day}`,
    gender: a.gender,
    last4: a.maskedNumber.slice(-4),
    address: present(a.address),
    isSignatureOk: a.verified.signature,
    documentHash: createHash('sha256').update(raw).digest('hex'),
    ...present({
      photo: a.photo ? Buffer.from(a.photo, 'base64') : undefined,
      generatedAt: a.generatedAt,
    }),
  };
}

function readReturn(query: Record<string, string | undefined>): AadhaarReturn {
  const ref = query['id'] ?? '';
  const code = query['errCode'] ?? '';
  if (query['success']?.toLowerCase() === 'true' && code === '') return { kind: 'granted', ref };
  const known = REFUSALS[code];
  const isDenial = known === ConsentDenied || /denied|consent/i.test(code);
  const kind = known === AadhaarNotLinked ? 'not_linked' : isDenial ? 'denied' : 'failed';
  return { kind, code, ...(ref === '' ? {} : { ref }) };
}
