import type {
  AnswerOf,
  assessCredit,
  Credit,
  CreditReason,
  listAssessments,
  QueryOf,
} from '@mohlat/contract';
import {
  addMonths,
  assess,
  type BusinessDate,
  type LimitDecision,
  type LimitInputs,
  REVIEW_MONTHS,
  whatIf,
} from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { type Asked, type ConsentLanguage, recordConsent } from '#features/kyc/index.ts';
import { accountDpdOf, settleStanding } from '#features/lending/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { findLatestEvidence } from './credit.evidence.repo.ts';
import { inputsOf, isBorn, policyAt } from './credit.inputs.ts';
import { reasonsOfAssessment, tellLowered, tellRaised } from './credit.notices.ts';
import * as offers from './credit.offers.repo.ts';
import { proposableMax } from './credit.propose.ts';
import { type Answered, askBureau } from './credit.pull.ts';
import { explain, factorsOf, whatIfText } from './credit.reasons.ts';
import * as repo from './credit.repo.ts';
import { retryAfter } from './credit.retry.ts';
import { effectOf, isHeld, isTooOldToRaise, offerEnd } from './credit.rules.ts';
import { presentCredit } from './credit.view.ts';

export type CreditDeps = Pick<
  FeatureContext,
  'api' | 'clock' | 'vault' | 'providers' | 'limits' | 'log' | 'config'
> & { readonly notifier: Notifier };
type Assessment = AnswerOf<typeof assessCredit>;

export interface CreditService {
  get(actor: Actor): Promise<Credit>;
  /**
   * Rule: LEND-P1. An assessment is asked for, never done unasked; its consent is kept. With `takesAtOnce` a higher
   * limit takes effect with it; otherwise it is offered.
   */
  assess(actor: Actor, takesAtOnce: boolean, asked: Asked): Promise<Assessment>;
  accept(actor: Actor, offerId: string, asked: Asked): Promise<Credit>;
  decline(actor: Actor, offerId: string): Promise<Credit>;
  list(actor: Actor, page: QueryOf<typeof listAssessments>): Promise<AnswerOf<typeof listAssessments>>;
}

export function createCreditService(deps: CreditDeps): CreditService {
  const { api, clock } = deps;
  return {
    get: (actor) => api.asUser(actor, (tx) => look(deps, tx, actor.userId)),
    async assess(actor, takesAtOnce, asking) {
      const answered = await askBureau(deps, actor, asking);
      const { language } = asking;
      return api.asUser(actor, (tx) => conclude(deps, tx, actor.userId, answered, { takesAtOnce, language }));
    },
    async accept(actor, offerId, { language }) {
      const credit = await api.asUser(actor, async (tx) => {
        const isAccepted = await acceptOffer(deps, tx, actor.userId, { offerId, language });
        return isAccepted ? look(deps, tx, actor.userId) : undefined;
      });
      if (!credit) throw new DomainError('offer_closed');
      return credit;
    },
    decline: (actor, offerId) =>
      api.asUser(actor, async (tx) => {
        await declineOffer(deps, tx, actor.userId, offerId);
        return look(deps, tx, actor.userId);
      }),
    list: (actor, page) =>
      api.asUser(actor, (tx) => offers.listAssessments(tx, actor.userId, page, clock.now())),
  };
}

async function look(deps: CreditDeps, tx: Tx, userId: string): Promise<Credit> {
  const { clock } = deps;
  const today = clock.today();
  const applicant = await repo.findApplicant(tx, userId, today);
  const last = applicant && (await repo.findLastAssessment(tx, userId));
  const offer = applicant && (await offers.findOpenOffer(tx, userId, clock.now()));
  const evidence = applicant && (await findLatestEvidence(tx, userId));
  const policy = await policyAt(tx, deps.clock.now());
  // The report as it is, were it fresh: whether it is too old is told apart.
  const inputs =
    last && isBorn(applicant)
      ? { ...(await inputsOf(tx, applicant, last.inputs.bureau, clock)), reportAgeDays: 0 }
      : undefined;
  return presentCredit({ applicant, last, offer, evidence, inputs, policy, today });
}

/** The applicant as they stand now: the sweep writes down a minute later what the age of a report or an identity changed. */
async function lockSettled(
  { clock }: CreditDeps,
  tx: Tx,
  userId: string,
): Promise<repo.ApplicantRow | undefined> {
  await settleStanding(tx, [userId], clock.now());
  return repo.lockApplicant(tx, userId, clock.today());
}

async function conclude(
  deps: CreditDeps,
  tx: Tx,
  userId: string,
  answered: Answered,
  wish: { readonly takesAtOnce: boolean; readonly language: ConsentLanguage },
): Promise<Assessment> {
  const { facts } = answered;
  const today = deps.clock.today();
  const applicant = await lockSettled(deps, tx, userId);
  // Erased or closed while the bureau was asked: nothing is decided about it any more.
  if (!applicant || !isBorn(applicant)) throw new DomainError('onboarding_incomplete');
  if (applicant.state === 'closed') throw new DomainError('session_ended');
  const policy = await policyAt(tx, deps.clock.now());
  const inputs = await inputsOf(tx, applicant, facts, deps.clock);
  const decision = assess(inputs, policy);
  const dateOfBirth = applicant.date_of_birth;
  const reasons = explain(decision, { bureau: facts, dateOfBirth, inputs, decidedOn: today });
  const score = facts.score >= 300 ? facts.score : null;
  const made = { id: newId(), inputs, decision, reasons, score };
  await writeDown(deps, tx, userId, answered, made);
  // Taken back while the bureau answered: what is decided is offered, and waits for the consent.
  const takesAtOnce = wish.takesAtOnce && !(await repo.isRaiseWithdrawn(tx, userId, answered.consentId));
  const offer = await takeEffect(deps, tx, userId, applicant, answered, made, { ...wish, takesAtOnce });
  await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
  return {
    status: decision.decision,
    score,
    limitPaise: decision.limitPaise,
    reasons,
    factors: factorsOf(decision),
    whatIf: whatIf(inputs, policy).map(whatIfText),
    offer,
    retryAfter: retryAfter(reasons),
  };
}

interface Made {
  readonly id: string;
  readonly inputs: LimitInputs;
  readonly decision: LimitDecision;
  readonly reasons: CreditReason[];
  readonly score: number | null;
}

/** Rule: LEND-13. Kept with everything it was made from, so that it can be made again. */
function writeDown(
  deps: CreditDeps,
  tx: Tx,
  userId: string,
  { consentId, facts }: Answered,
  { id, inputs, decision, reasons, score }: Made,
): Promise<void> {
  const { candidates, binding, failures } = decision;
  return repo.saveAssessment(
    tx,
    userId,
    {
      id,
      policyVersion: decision.policyVersion,
      consentId,
      inputs: { ...inputs, bureau: facts },
      outcome: { candidates, binding, failures, reasons },
      decision: decision.decision,
      limitPaise: decision.limitPaise,
      score,
      bureauReference: facts.reference,
    },
    deps.clock.now(),
  );
}

/** Rule: LEND-P1. What the decision does at once, with its notice, and the offer of what it does not. */
async function takeEffect(
  deps: CreditDeps,
  tx: Tx,
  userId: string,
  applicant: repo.ApplicantRow,
  { facts, pullId }: Answered,
  { id, decision, reasons, score }: Made,
  { takesAtOnce, language }: { readonly takesAtOnce: boolean; readonly language: ConsentLanguage },
): Promise<Assessment['offer']> {
  const now = deps.clock.now();
  const { state, state_reason: hold, limit_paise: before } = applicant;
  const effect = effectOf({ state, hold, limitPaise: before }, decision, takesAtOnce);
  const { limitPaise } = effect;
  const limitConsentId =
    limitPaise > before ? await recordConsent(tx, userId, 'credit_limit', now, language) : null;
  const reviewOn = addMonths(deps.clock.today(), REVIEW_MONTHS);
  await repo.applyDecision(
    tx,
    userId,
    { ...effect, limitConsentId },
    { id, score, reportOn: facts.pulledOn, reviewOn, pullId },
    now,
  );
  await settleStanding(tx, [userId], now);
  if (limitPaise < before)
    await tellLowered(deps, tx, userId, { limitPaise, reasons: reasonsOfAssessment(reasons) }, now);
  return renewOffer(
    tx,
    userId,
    { assessmentId: id, pulledOn: facts.pulledOn, now, current: limitPaise },
    effect.offeredPaise,
  );
}

/** A new decision replaces the offer before it, whether it makes one itself or not. */
async function renewOffer(
  tx: Tx,
  userId: string,
  from: {
    readonly assessmentId: string;
    readonly pulledOn: BusinessDate;
    readonly now: Date;
    readonly current: number;
  },
  offeredPaise: number | null,
): Promise<Assessment['offer']> {
  await offers.replaceOpenOffer(tx, userId, from.now);
  if (offeredPaise === null) return null;
  const offer = {
    id: newId(),
    assessmentId: from.assessmentId,
    limitPaise: offeredPaise,
    expiresAt: offerEnd(from.pulledOn),
  };
  await offers.saveOffer(tx, userId, offer, from.now);
  return {
    id: offer.id,
    limitPaise: offeredPaise,
    currentLimitPaise: from.current,
    expiresAt: offer.expiresAt.toISOString(),
  };
}

/** The most that a person may have at this instant, in paise, by the rules that an offer was made under; 0 for nothing. Rule: LEND-P2 */
async function mostNow(
  deps: CreditDeps,
  tx: Tx,
  userId: string,
  applicant: repo.ApplicantRow,
  offer: offers.OfferRow,
): Promise<number> {
  const last = await repo.findLastAssessment(tx, userId);
  if (!last || !isBorn(applicant)) return 0;
  const inputs = await inputsOf(tx, applicant, last.inputs.bureau, deps.clock);
  if (offer.approval_id === null) return assess(inputs, await policyAt(tx, deps.clock.now())).limitPaise;
  if (isTooOldToRaise(last.inputs.bureau.pulledOn, deps.clock.today())) return 0;
  const most = (await proposableMax(tx, userId, deps.clock)) ?? 0;
  return Math.min(most, applicant.limit_cap_paise ?? most);
}

/**
 * Rule: LEND-P1, LEND-P2. The person's yes, kept as a consent; what was offered must still be what they may have. Where it is not,
 * the offer is closed, which is to be committed, and the answer is false.
 */
async function acceptOffer(
  deps: CreditDeps,
  tx: Tx,
  userId: string,
  { offerId, language }: { readonly offerId: string; readonly language: ConsentLanguage },
): Promise<boolean> {
  const applicant = await lockSettled(deps, tx, userId);
  const now = deps.clock.now();
  const offer = applicant && (await offers.findOffer(tx, userId, offerId));
  if (!offer) throw new DomainError('not_found');
  if (offer.status === 'accepted') return true;
  if (!applicant.is_identity_verified) throw new DomainError('kyc_incomplete');
  if (isHeld({ state: applicant.state, hold: applicant.state_reason }) || accountDpdOf(applicant) > 0)
    throw new DomainError('credit_not_active');
  if (offer.status !== 'open') throw new DomainError('offer_closed');
  if (offer.expires_at <= now) throw new DomainError('offer_expired');
  if (offer.limit_paise > (await mostNow(deps, tx, userId, applicant, offer))) {
    await offers.closeOffer(tx, userId, offer.id, 'replaced', now);
    return false;
  }
  await offers.closeOffer(tx, userId, offer.id, 'accepted', now);
  // The yes to the limit is given here; what was taken back beside it is not.
  const limitConsentId = await recordConsent(tx, userId, 'credit_limit', now, language);
  if (await repo.isConsentWithdrawn(tx, userId)) throw new DomainError('consent_withdrawn');
  await repo.changeAccount(
    tx,
    userId,
    { state: 'active', hold: null, limitPaise: offer.limit_paise, limitConsentId },
    now,
  );
  await settleStanding(tx, [userId], now);
  await tellRaised(deps, tx, userId, offer.limit_paise, now);
  await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
  return true;
}

async function declineOffer(deps: CreditDeps, tx: Tx, userId: string, offerId: string): Promise<void> {
  const now = deps.clock.now();
  const applicant = await repo.lockApplicant(tx, userId, deps.clock.today());
  const offer = applicant && (await offers.findOffer(tx, userId, offerId));
  if (!offer) throw new DomainError('not_found');
  if (offer.status === 'declined') return;
  if (offer.status !== 'open') throw new DomainError('offer_closed');
  await offers.closeOffer(tx, userId, offer.id, 'declined', now);
}
