import type { FeatureContext } from '#features/context.ts';
import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { ProviderError } from '#providers/index.ts';
import type { ConsentLanguage } from './consents.ts';
import * as repo from './kyc.repo.ts';

export type KycDeps = Pick<
  FeatureContext,
  'api' | 'clock' | 'vault' | 'providers' | 'config' | 'limits' | 'log'
>;

/** Which request asks, and in which language its page said what is agreed to. */
export interface Asked {
  readonly requestId: string;
  readonly language: ConsentLanguage;
}

/** Asks a provider. A technical failure is logged as an attempt and never becomes a verdict. */
export async function asking<T>(
  deps: KycDeps,
  actor: Actor,
  kind: 'pan' | 'aadhaar',
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome === 'rejected') throw error;
    const attempt = { kind, outcome: error.name, trace: error.providerTrace };
    await deps.api.asUser(actor, (tx) => repo.logAttempt(tx, actor.userId, attempt, deps.clock.now()));
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

/** A verdict is about what was compared: when the profile was changed meanwhile, the check has to be made again. */
export function refuseChangedProfile(before: repo.KycRow, after: repo.KycRow): void {
  const isSame = before.full_name === after.full_name && before.date_of_birth === after.date_of_birth;
  if (!isSame) throw new DomainError('busy');
}

/** How one name matches several, in percent each. */
export async function matchAll(
  deps: KycDeps,
  actor: Actor,
  kind: 'pan' | 'aadhaar',
  names: { readonly name: string; readonly known: readonly string[]; readonly requestId: string },
): Promise<number[]> {
  const context = { requestId: names.requestId, actor: 'user' as const };
  const scores = await Promise.all(
    names.known.map((known) =>
      asking(deps, actor, kind, () => deps.providers.nameMatch.score(known, names.name, context)),
    ),
  );
  return scores.map((score) => score.percent);
}
