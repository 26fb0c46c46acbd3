import { type BusinessDate, LIMIT_POLICY, type LimitInputs, type LimitPolicy, paise } from '@mohlat/money';
import { accountDpdOf } from '#features/lending/index.ts';
import { settingsAt } from '#features/settings/index.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { BureauFacts } from './credit.facts.ts';
import * as repo from './credit.repo.ts';
import { toInputs } from './credit.rules.ts';

/** An applicant whose day of birth is known: without it neither age nor limit can be told. */
export type Born = repo.ApplicantRow & { readonly date_of_birth: BusinessDate };

export function isBorn(applicant: repo.ApplicantRow): applicant is Born {
  return applicant.date_of_birth !== null;
}

/** The policy with what the settings of an instant say. Rule: LEND-13 */
export async function policyAt(tx: Tx, now: Date): Promise<LimitPolicy> {
  const settings = await settingsAt(tx, now);
  return { ...LIMIT_POLICY, beforeVideoCapPaise: paise(settings.limitBeforeVideoPaise) };
}

/** The inputs of a decision about the person of the transaction. */
export async function inputsOf(
  tx: Tx,
  applicant: Born,
  bureau: BureauFacts,
  clock: Pick<Clock, 'now' | 'today'>,
): Promise<LimitInputs> {
  return toInputs(
    {
      dateOfBirth: applicant.date_of_birth,
      declaredIncomePaise: applicant.monthly_income_paise ?? 0,
      verifiedIncomePaise: applicant.verified_income_paise,
      isIdentityVerified: applicant.is_identity_verified,
      ...(await repo.findElsewhere(tx, clock.now())),
      hasOverdueWithUs: accountDpdOf(applicant) > 0,
      isVideoApproved: applicant.video_status === 'verified',
      capPaise: applicant.limit_cap_paise,
    },
    bureau,
    clock.today(),
  );
}
