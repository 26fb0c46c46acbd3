import type { AnswerOf, BodyOf, getTestimonial, giveTestimonial } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { keepOpen } from '#features/open-account.ts';
import { findFacts, toPayment } from '#features/payments/index.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './testimonials.repo.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock'>;
type Own = AnswerOf<typeof getTestimonial>;

export interface TestimonialsService {
  /** Throws not_found. */
  get(actor: Actor, paymentId: string): Promise<Own>;
  /** Throws not_found, testimonial_too_early. */
  give(actor: Actor, paymentId: string, body: BodyOf<typeof giveTestimonial>): Promise<Own>;
  /** Throws not_found. */
  takeBack(actor: Actor, paymentId: string): Promise<void>;
}

export function createTestimonialsService({ api, clock }: Deps): TestimonialsService {
  /** Whether the last instalment is paid. Throws not_found. */
  async function isRepaid(tx: Tx, { userId }: Actor, paymentId: string): Promise<boolean> {
    const facts = await findFacts(tx, userId, paymentId);
    if (!facts) throw new DomainError('not_found');
    return toPayment(facts, clock.today()).ending?.kind === 'repaid';
  }
  return {
    get: (actor, paymentId) =>
      api.asUser(actor, async (tx) => {
        const canGive = await isRepaid(tx, actor, paymentId);
        return { canGive, given: await repo.findOwn(tx, actor.userId, paymentId) };
      }),
    give: (actor, paymentId, { quote, language }) =>
      api.asUser(actor, async (tx) => {
        await keepOpen(tx, actor.userId);
        if (!(await isRepaid(tx, actor, paymentId))) throw new DomainError('testimonial_too_early');
        const row = { userId: actor.userId, paymentId, quote, language };
        await repo.replaceOwn(tx, row, clock.now());
        return { canGive: true, given: await repo.findOwn(tx, actor.userId, paymentId) };
      }),
    takeBack: (actor, paymentId) =>
      api.asUser(actor, async (tx) => {
        await isRepaid(tx, actor, paymentId);
        await repo.removeOwn(tx, actor.userId, paymentId);
      }),
  };
}
