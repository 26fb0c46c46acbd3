import { challengeBody, codeBody, enrolBody, nameBody, verifyFactorBody } from './auth.bodies.ts';
import { challengeFactor, verifyFactor } from './auth.challenges.service.ts';
import { enrolFactor, unenrolFactor } from './auth.factors.service.ts';
import type { AuthParts } from './auth.parts.ts';
import {
  generateRecoveryCodes,
  recoveryCodesStatus,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from './auth.recovery-codes.service.ts';
import { pathText, readBody, readOptionalBody } from './auth.request.ts';
import type { Call, Route } from './auth.route.ts';
import { signedIn } from './auth.sessions.service.ts';

/** Second factors: enrolling, asking, proving, taking away; and the codes for when the factor is lost. */
export function factorRoutes(parts: AuthParts): Route[] {
  const who = ({ request }: Call) => signedIn(parts, request.headers.authorization);
  return [
    {
      method: 'POST',
      path: '/factors',
      bucket: 'mfa_change',
      answer: async (call) =>
        enrolFactor(parts, await who(call), readBody(call.request, enrolBody), call.caller),
    },
    {
      method: 'DELETE',
      path: '/factors/:factorId',
      bucket: 'mfa_change',
      answer: async (call) =>
        unenrolFactor(parts, await who(call), pathText(call.request, 'factorId'), call.caller),
    },
    {
      method: 'POST',
      path: '/factors/:factorId/challenge',
      bucket: 'mfa_challenge',
      answer: async (call) => {
        const signed = await who(call);
        const { channel } = readOptionalBody(call.request, challengeBody);
        return challengeFactor(parts, signed, pathText(call.request, 'factorId'), channel, call.caller);
      },
    },
    {
      method: 'POST',
      path: '/factors/:factorId/verify',
      bucket: 'mfa_verify',
      answer: async (call) => {
        const signed = await who(call);
        const fields = readBody(call.request, verifyFactorBody);
        return verifyFactor(parts, signed, pathText(call.request, 'factorId'), fields, call.caller);
      },
    },
    ...recoveryCodeRoutes(parts, who),
  ];
}

function recoveryCodeRoutes(parts: AuthParts, who: (call: Call) => ReturnType<typeof signedIn>): Route[] {
  const path = '/factors/recovery-codes';
  return [
    { method: 'GET', path, answer: async (call) => recoveryCodesStatus(parts, await who(call)) },
    {
      method: 'POST',
      path,
      bucket: 'mfa_change',
      answer: async (call) => {
        const signed = await who(call);
        const { friendly_name: name = '' } = readOptionalBody(call.request, nameBody);
        return generateRecoveryCodes(parts, signed, name, call.caller);
      },
    },
    {
      method: 'DELETE',
      path,
      bucket: 'mfa_change',
      answer: async (call) => removeRecoveryCodes(parts, await who(call), call.caller),
    },
    {
      method: 'POST',
      path: `${path}/regenerate`,
      bucket: 'mfa_change',
      answer: async (call) => regenerateRecoveryCodes(parts, await who(call), call.caller),
    },
    {
      method: 'POST',
      path: `${path}/verify`,
      bucket: 'mfa_verify',
      answer: async (call) => {
        const signed = await who(call);
        const { code = '' } = readBody(call.request, codeBody);
        return verifyRecoveryCode(parts, signed, code, call.caller);
      },
    },
  ];
}
