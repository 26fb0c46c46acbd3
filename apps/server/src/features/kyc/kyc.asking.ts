import type { FeatureContext } from '#features/context.ts';
import { lockProfile } from '#features/me/index.ts';
import { staysOpen } from '#features/open-account.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { ProviderError } from '#providers/index.ts';
import type { ConsentLanguage } from './consents.ts';
import * as repo from './kyc.repo.ts';

export type KycDeps = Pick<
  FeatureContext,
  'api' | 'clock' | 'vault' | 'providers' | 'config' | 'limits' | 'log'
>;

/** The request that asks, and the language in which its page showed the consent. */
export interface Asked {
  readonly requestId: string;
  readonly language: ConsentLanguage;
}

type Refusal = abstract new (...args: never[]) => ProviderError;

/**
 * Asks a provider. A technical failure is logged as an attempt and never becomes a verdict, and neither does a refusal that is none of
 * `answers`: it says nothing about the person. Throws: provider_unavailable, and the answers.
 */
export async function asking<T>(
  deps: KycDeps,
  actor: Actor,
  kind: 'pan' | 'aadhaar',
  call: () => Promise<T>,
  answers: readonly Refusal[] = [],
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError) || answers.some((answer) => error instanceof answer)) throw error;
    const attempt = { kind, outcome: error.name, trace: error.providerTrace };
    await deps.api.asUser(actor, async (tx) => {
      if (await staysOpen(tx, actor.userId))
        await repo.logAttempt(tx, actor.userId, attempt, deps.clock.now());
    });
    throw new DomainError('provider_unavailable');
  }
}

/** The details the checks compare with. Throws onboarding_incomplete. */
export function onboarded(row: repo.KycRow | undefined): repo.KycRow {
  if (!row || row.onboarded_at === null || row.full_name === null) {
    throw new DomainError('onboarding_incomplete');
  }
  return row;
}

/** Takes the person's lock and answers what is held by then. Throws: session_ended, onboarding_incomplete. */
export async function lockHeld(tx: Tx, before: repo.KycRow): Promise<repo.KycRow> {
  await lockProfile(tx, before.user_id);
  const after = onboarded(await repo.findKyc(tx, before.user_id));
  // Closed while the provider was asked: nothing is written any more.
  if (after.credit_state === 'closed') throw new DomainError('session_ended');
  return after;
}

/**
 * A verdict is about what was compared: when the profile or the other document changed meanwhile, the check has to be
 * made again, so that documents of two people, checked at one moment, cannot both pass. Throws: busy. Rule: LEND-24.
 */
export function refuseChanged(
  before: repo.KycRow,
  after: repo.KycRow,
  otherName: (row: repo.KycRow) => string | null,
): void {
  const isSame =
    before.full_name === after.full_name &&
    before.date_of_birth === after.date_of_birth &&
    otherName(before) === otherName(after);
  if (!isSame) throw new DomainError('busy');
}

/** The names the documents are compared with; null until a document is verified. */
export const panNameOf = (row: repo.KycRow) => (row.pan_status === 'verified' ? row.pan_name : null);
export const aadhaarNameOf = (row: repo.KycRow) =>
  row.aadhaar_status === 'verified' ? row.aadhaar_name : null;

/** Scores one name against several, in percent each; undefined where two cannot be compared. */
export async function matchAll(
  deps: KycDeps,
  actor: Actor,
  kind: 'pan' | 'aadhaar',
  names: { readonly name: string; readonly known: readonly string[]; readonly requestId: string },
): Promise<(number | undefined)[]> {
  const context = { requestId: names.requestId, actor: 'user' as const };
  const scores = await Promise.all(
    names.known.map((known) =>
      asking(deps, actor, kind, () => deps.providers.nameMatch.score(known, names.name, context)),
    ),
  );
  return scores.map((score) => score?.percent);
}
