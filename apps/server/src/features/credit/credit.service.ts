import type { AnswerOf, assessCredit } from '@mohlat/contract';
import { type BusinessDate, daysBetween, LIMIT_POLICY, paise } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { recordConsent } from '#features/kyc/index.ts';
import { findContact } from '#features/me/index.ts';
import { settingsAt } from '#features/settings/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type BureauReport, ProviderError } from '#providers/index.ts';
import * as repo from './credit.repo.ts';
import {
  type BureauFacts,
  decide,
  PULL_KEY_SECONDS,
  PULL_LEASE_SECONDS,
  REPORT_DAYS,
  toBureauFacts,
  toInputs,
} from './credit.rules.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'vault' | 'providers' | 'limits' | 'log'>;
type Assessment = AnswerOf<typeof assessCredit>;

export interface CreditService {
  /** Rule: LEND-P1. An assessment is asked for, never done unasked; its consent is kept. */
  assess(actor: Actor, requestId: string): Promise<Assessment>;
}

interface Begun {
  readonly consentId: string;
  readonly pullId: string;
  readonly person: {
    name: string;
    pan: string;
    dateOfBirth: string;
    mobile: string;
    address: string;
    pincode: string;
  };
  readonly recent: BureauFacts | undefined;
}

export function createCreditService(deps: Deps): CreditService {
  return {
    async assess(actor, requestId) {
      await deps.limits.count(actor, 'bureau');
      const begun = await deps.api.asUser(actor, (tx) => begin(deps, tx, actor));
      const facts =
        begun.recent ?? toBureauFacts(await pull(deps, actor, begun, requestId), deps.clock.today());
      return deps.api.asUser(actor, (tx) => conclude(deps, tx, actor, begun.consentId, facts));
    },
  };
}

async function begin(deps: Deps, tx: Tx, actor: Actor): Promise<Begun> {
  const { clock, vault } = deps;
  const applicant = await repo.lockApplicant(tx, actor.userId, clock.today());
  if (!applicant?.onboarded_at) throw new DomainError('onboarding_incomplete');
  if (applicant.pan_status !== 'verified' || applicant.aadhaar_status !== 'verified')
    throw new DomainError('kyc_incomplete');
  const age = applicant.pull_started_at
    ? clock.now().getTime() - applicant.pull_started_at.getTime()
    : Infinity;
  if (age < PULL_LEASE_SECONDS * 1000)
    throw new DomainError('assessment_in_progress', { retryAfterSeconds: 5 });

  const last = await repo.findLastAssessment(tx, actor.userId);
  const isRecent =
    last !== undefined &&
    daysBetween(last.inputs.bureau.pulledOn as BusinessDate, clock.today()) < REPORT_DAYS;
  const contact = await findContact(tx, vault, actor.userId);
  if (!isRecent && !contact.mobile) throw new DomainError('mobile_required');
  const address = applicant.address_sealed
    ? vault.open(applicant.address_sealed, `address:${actor.userId}`)
    : '';
  // A pull whose outcome is not known keeps its key for a day: asked again, the bureau must not count a second one.
  const keyAge = applicant.pull_key_at ? clock.now().getTime() - applicant.pull_key_at.getTime() : Infinity;
  const keptId = keyAge < PULL_KEY_SECONDS * 1000 ? applicant.pull_id : null;
  const pullId = keptId ?? newId();
  if (!isRecent) await repo.beginPull(tx, actor.userId, pullId, clock.now());
  return {
    consentId: await recordConsent(tx, actor.userId, 'bureau_pull', clock.now()),
    pullId,
    person: {
      name: applicant.full_name ?? '',
      pan: vault.open(applicant.pan_sealed!, `pan:${actor.userId}`),
      dateOfBirth: applicant.date_of_birth ?? '',
      mobile: contact.mobile ?? '',
      address,
      pincode: /\b[1-9]\d{5}\b/.exec(address)?.[0] ?? '',
    },
    recent: isRecent ? last.inputs.bureau : undefined,
  };
}

/**
 * Each pull costs money and may stand on the person's file: after an unknown outcome it is asked for once more under
 * the same key and never again by itself. No score is invented.
 */
async function pull(deps: Deps, actor: Actor, begun: Begun, requestId: string): Promise<BureauReport> {
  const request = { key: begun.pullId, consentId: begun.consentId, ...begun.person };
  const ask = () => deps.providers.creditBureau.pull(request, { requestId, actor: 'user' });
  try {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ProviderError) || error.retry === 'never') throw error;
      return await ask();
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ provider: error.provider, outcome: error.name }, 'no bureau report');
    const mayHaveHappened = error.outcome === 'unknown';
    await deps.api.asUser(actor, (tx) =>
      mayHaveHappened
        ? repo.pausePull(tx, actor.userId, begun.pullId)
        : repo.endPull(tx, actor.userId, begun.pullId),
    );
    throw new DomainError('credit_unavailable', { retryAfterSeconds: 3600 });
  }
}

async function conclude(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  consentId: string,
  bureau: BureauFacts,
): Promise<Assessment> {
  const { clock } = deps;
  const applicant = await repo.lockApplicant(tx, actor.userId, clock.today());
  const settings = await settingsAt(tx, clock.now());
  const inputs = toInputs(
    {
      dateOfBirth: applicant!.date_of_birth as BusinessDate,
      monthlyIncomePaise: applicant!.monthly_income_paise ?? 0,
      isIdentityVerified: applicant!.pan_status === 'verified' && applicant!.aadhaar_status === 'verified',
      isIdentityInUse: false,
      hasOverdueWithUs: applicant!.has_overdue,
      isVideoApproved: applicant!.video_status === 'verified',
    },
    bureau,
    clock.today(),
  );
  const decision = decide(inputs, {
    ...LIMIT_POLICY,
    beforeVideoCapPaise: paise(settings.limitBeforeVideoPaise),
  });
  const score = bureau.score >= 300 ? bureau.score : null;
  await repo.saveAssessment(
    tx,
    actor.userId,
    {
      id: newId(),
      policyVersion: decision.policyVersion,
      consentId,
      inputs: { ...inputs, bureau },
      outcome: {
        candidates: decision.candidates,
        binding: decision.binding,
        failures: decision.failures,
        reasons: decision.explained,
      },
      decision: decision.decision,
      limitPaise: decision.limitPaise,
      score,
      bureauReference: bureau.reference,
    },
    clock.now(),
  );
  await tx.call(ANNOUNCE, [actor.userId, 'kyc', actor.userId]);
  return {
    status: decision.decision,
    score,
    limitPaise: decision.limitPaise,
    reasons: [...decision.explained],
  };
}
