import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Config, ConfigError } from '#platform/config/config.ts';
import { sha256 } from '#platform/crypto/vault.ts';

/** Draws the state of one consent, and its hash, which alone is kept. */
export function drawState(): { readonly state: string; readonly stateHash: Buffer } {
  const state = randomBytes(32).toString('base64url');
  return { state, stateHash: sha256(state) };
}

/**
 * Reads whether a consent counts only with its state: where DigiLocker is real always, and in a trial that wants it. Throws:
 * ConfigError.
 */
export function readStateAsked({ env, sandboxUrl }: Pick<Config, 'env' | 'sandboxUrl'>): boolean {
  const text = env['KYC_AADHAAR_STATE'] || undefined;
  if (text !== undefined && text !== 'on')
    throw new ConfigError(`KYC_AADHAAR_STATE is "${text}"; use on, or leave it out`);
  return sandboxUrl === undefined || text === 'on';
}

/** Whether the consent was given in the browser that brings it back. A wrong state is one given elsewhere, in a trial too. */
export function isGivenHere(
  stateHash: Buffer | null,
  state: string | undefined,
  isStateAsked: boolean,
): boolean {
  // Opened by a process of the version before, which drew none.
  if (stateHash === null) return true;
  return state === undefined ? !isStateAsked : timingSafeEqual(sha256(state), stateHash);
}
