import type { AuthMFAChallengeWebauthnResponse, MFAVerifyWebauthnParams } from '@supabase/auth-js';
import { auth } from './auth-client.ts';

type Asked = NonNullable<AuthMFAChallengeWebauthnResponse['data']>['webauthn'];
type Proof<Type extends 'create' | 'request'> = MFAVerifyWebauthnParams<Type>['webauthn'];

/** The device did not go along: refused, too late, or it holds no such passkey. */
class DeviceRefused extends Error {
  override readonly name = 'DeviceRefused';
}

/**
 * Has the device make a passkey for a factor that was just begun, or use the one a factor has. Undefined when it was
 * taken. The library's own way would ask for a security key and nothing else; the server's options leave the choice open.
 */
export async function askDevice(factorId: string): Promise<Error | undefined> {
  const party = { rpId: globalThis.location.hostname, rpOrigins: [globalThis.location.origin] };
  const { data, error } = await auth.mfa.challenge({ factorId, webauthn: party });
  if (error) return error;
  const webauthn = await answerOf(data.webauthn, party);
  if (webauthn === undefined) return new DeviceRefused();
  const verified = await auth.mfa.verify({ factorId, challengeId: data.id, webauthn });
  return verified.error ?? undefined;
}

/** The device's signed answer; undefined where it signs nothing. The library and the browser name the same shapes differently. */
async function answerOf(
  asked: Asked,
  party: { readonly rpId: string; readonly rpOrigins: string[] },
): Promise<Proof<'create'> | Proof<'request'> | undefined> {
  try {
    if (asked.type === 'create') {
      const made = await navigator.credentials.create(asked.credential_options as CredentialCreationOptions);
      return made
        ? { ...party, type: 'create', credential_response: made as Proof<'create'>['credential_response'] }
        : undefined;
    }
    const used = await navigator.credentials.get(asked.credential_options as CredentialRequestOptions);
    return used
      ? { ...party, type: 'request', credential_response: used as Proof<'request'>['credential_response'] }
      : undefined;
  } catch {
    return undefined;
  }
}
