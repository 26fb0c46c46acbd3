import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { PasskeyCredential } from './auth.factor.ts';

/** For whom passkeys are made: the host people see, and the pages that may use them. */
export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origins: readonly string[];
}

/** Makes the options with which a page has a passkey made, and the challenge it has to sign. */
export async function registrationOptions(
  party: RelyingParty,
  user: { readonly id: string; readonly name: string },
  known: readonly PasskeyCredential[],
): Promise<{ publicKey: object; challenge: string }> {
  const publicKey = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    userName: user.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { publicKey, challenge: publicKey.challenge };
}

/** Makes the options with which a page has a known passkey used. */
export async function authenticationOptions(
  party: RelyingParty,
  { id, transports }: PasskeyCredential,
): Promise<{ publicKey: object; challenge: string }> {
  const publicKey = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: [{ id, transports: [...transports] }],
    userVerification: 'preferred',
  });
  return { publicKey, challenge: publicKey.challenge };
}

type Registration = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type Authentication = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/** The passkey a page had made, or undefined where the answer proves nothing. */
export async function provenRegistration(
  party: RelyingParty,
  challenge: string,
  response: object,
): Promise<PasskeyCredential | undefined> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as Registration,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      // It comes after a password: the presence of a person is enough.
      requireUserVerification: false,
    });
    if (!verified) return undefined;
    const { credential, aaguid } = registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      aaguid,
    };
  } catch {
    // The library throws at whatever is not as the standard has it; all of it is sent by the caller.
    return undefined;
  }
}

/** The passkey with its new counter, or undefined where it did not sign the challenge. */
export async function provenAuthentication(
  party: RelyingParty,
  challenge: string,
  credential: PasskeyCredential,
  response: object,
): Promise<PasskeyCredential | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as Authentication,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
        counter: credential.counter,
      },
      requireUserVerification: false,
    });
    return verified ? { ...credential, counter: authenticationInfo.newCounter } : undefined;
  } catch {
    return undefined;
  }
}
