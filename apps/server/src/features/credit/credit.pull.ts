import { daysBetween, pinCodeIn } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { type Asked, type ConsentLanguage, recordConsent } from '#features/kyc/index.ts';
import { findContact } from '#features/me/index.ts';
import { keepOpen } from '#features/open-account.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { fullJitterMs } from '#platform/outbound/back-off.ts';
import { type BureauReport, PinCodeMissing, ProviderError } from '#providers/index.ts';
import { areFactsWhole, type BureauFacts, toBureauFacts } from './credit.facts.ts';
import * as repo from './credit.repo.ts';
import { PULL_KEY_SECONDS, PULL_LEASE_SECONDS, REPORT_DAYS } from './credit.rules.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'vault' | 'providers' | 'limits' | 'log'>;

export interface Answered {
  readonly consentId: string;
  readonly facts: BureauFacts;
  /** The pull it comes from; null where a recent report was used again. */
  readonly pullId: string | null;
}

interface Begun {
  readonly consentId: string;
  readonly pull: repo.Pull;
  /** An earlier pull under the same key may have reached the bureau. */
  readonly isKeyUsed: boolean;
  readonly person: {
    name: string;
    pan: string;
    dateOfBirth: string;
    mobile: string;
    address: string;
    pincode?: string;
  };
  readonly recent: BureauFacts | undefined;
}

/** The facts of a report: of a recent one, else of one that is pulled now, under a consent of its own. */
export async function askBureau(deps: Deps, actor: Actor, { requestId, language }: Asked): Promise<Answered> {
  await deps.limits.count(actor, 'bureau');
  const begun = await deps.api.asUser(actor, (tx) => begin(deps, tx, actor, language));
  const facts = begun.recent ?? toBureauFacts(await pull(deps, actor, begun, requestId), deps.clock.today());
  return { consentId: begun.consentId, facts, pullId: begun.recent ? null : begun.pull.id };
}

async function begin(deps: Deps, tx: Tx, actor: Actor, language: ConsentLanguage): Promise<Begun> {
  const { clock, vault } = deps;
  await keepOpen(tx, actor.userId);
  const applicant = await repo.lockApplicant(tx, actor.userId, clock.today());
  if (!applicant?.onboarded_at) throw new DomainError('onboarding_incomplete');
  if (applicant.state === 'closed') throw new DomainError('session_ended');
  if (!applicant.is_identity_verified) throw new DomainError('kyc_incomplete');
  const age = applicant.pull_started_at
    ? clock.now().getTime() - applicant.pull_started_at.getTime()
    : Infinity;
  if (age < PULL_LEASE_SECONDS * 1000)
    throw new DomainError('assessment_in_progress', { retryAfterSeconds: 5 });

  const last = await repo.findLastAssessment(tx, actor.userId);
  const isRecent =
    last !== undefined &&
    areFactsWhole(last.inputs.bureau) &&
    daysBetween(last.inputs.bureau.pulledOn, clock.today()) < REPORT_DAYS;
  const contact = await findContact(tx, vault, actor.userId);
  if (!isRecent && !contact.mobile) throw new DomainError('mobile_required');
  const address = applicant.address_sealed
    ? vault.open(applicant.address_sealed, `address:${actor.userId}`)
    : '';
  const pincode = pinCodeIn(address) ?? applicant.aadhaar_pin_code;
  // A pull whose outcome is not known keeps its key for a day: asked again, the bureau must not count a second one.
  const keyAge = applicant.pull_key_at ? clock.now().getTime() - applicant.pull_key_at.getTime() : Infinity;
  const keptId = keyAge < PULL_KEY_SECONDS * 1000 ? applicant.pull_id : null;
  const pull = { id: keptId ?? newId(), startedAt: clock.now() };
  if (!isRecent) await repo.beginPull(tx, actor.userId, pull.id, pull.startedAt);
  return {
    consentId: await recordConsent(tx, actor.userId, 'bureau_pull', clock.now(), language),
    pull,
    isKeyUsed: keptId !== null,
    person: {
      name: applicant.full_name ?? '',
      pan: vault.open(applicant.pan_sealed!, `pan:${actor.userId}`),
      dateOfBirth: applicant.date_of_birth ?? '',
      mobile: contact.mobile ?? '',
      address,
      ...(pincode ? { pincode } : {}),
    },
    recent: isRecent ? last.inputs.bureau : undefined,
  };
}

/** Not at once: a bureau that was silent is given a moment, and not by all who wait in the same one. */
const REPEAT_AFTER = { baseMs: 1_000, capMs: 60_000 };

/**
 * Each pull costs money and may stand on the person's file: after an unknown outcome it is asked for once more under
 * the same key and never again by itself. No score is invented. Throws: pincode_required, credit_unavailable.
 */
async function pull(deps: Deps, actor: Actor, begun: Begun, requestId: string): Promise<BureauReport> {
  const request = { key: begun.pull.id, consentId: begun.consentId, ...begun.person };
  const ask = () => deps.providers.creditBureau.pull(request, { requestId, actor: 'user' });
  let mayHaveHappened = begun.isKeyUsed;
  try {
    try {
      return await ask();
    } catch (error) {
      // The adapter has repeated by itself whatever was surely not done.
      const isRepeatable =
        error instanceof ProviderError && error.outcome === 'unknown' && error.retry !== 'never';
      if (!isRepeatable) throw error;
      mayHaveHappened = true;
      await deps.clock.pause(fullJitterMs(1, REPEAT_AFTER));
      return await ask();
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ provider: error.provider, outcome: error.name }, 'no bureau report');
    mayHaveHappened ||= error.outcome === 'unknown';
    await deps.api.asUser(actor, (tx) =>
      mayHaveHappened
        ? repo.pausePull(tx, actor.userId, begun.pull)
        : repo.endPull(tx, actor.userId, begun.pull),
    );
    if (error instanceof PinCodeMissing) throw new DomainError('pincode_required');
    throw new DomainError('credit_unavailable', { retryAfterSeconds: 3600 });
  }
}
