import type { Trace } from '#platform/http/trace.ts';
import type { AnswerOf, BodyOf, HardshipState, listHardships, QueryOf, tellHardship } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { type Language, type Notifier, writtenDay } from '#features/notifications/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import { pageOf } from '#platform/db/cursor.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { present } from './hardships.present.ts';
import * as repo from './hardships.repo.ts';
import { hardshipRefusal, lastDayOf, openedOf } from './hardships.rules.ts';

export interface HardshipsService {
  get(actor: Actor, paymentId: string): Promise<HardshipState>;
  /**
   * Reminders and new late charges rest for a while; days past due go on. Told again while it lasts, the first answer
   * stands. Throws not_found, payment_not_payable, hardship_too_early, hardship_told_lately. Rule: LEND-23.
   */
  tell(actor: Actor, paymentId: string, body: BodyOf<typeof tellHardship>): Promise<HardshipState>;
  /** Audited: what people write here is personal. */
  list(
    actor: Actor,
    page: QueryOf<typeof listHardships>,
    trace: Trace,
  ): Promise<AnswerOf<typeof listHardships>>;
}

type Deps = Pick<FeatureContext, 'api' | 'staff' | 'clock' | 'config'> & { readonly notifier: Notifier };

export function createHardshipsService(deps: Deps): HardshipsService {
  const { api, staff, clock } = deps;
  return {
    get: (actor, paymentId) => api.asUser(actor, (tx) => look(deps, tx, actor.userId, paymentId)),
    tell: (actor, paymentId, body) =>
      api.asUser(actor, async (tx) => {
        await repo.lockTelling(tx, actor.userId, paymentId);
        const before = await look(deps, tx, actor.userId, paymentId);
        if (before.hardship) return before;
        await writeDown(deps, tx, actor.userId, paymentId, body);
        return look(deps, tx, actor.userId, paymentId);
      }),
    list: (actor, page, trace) =>
      staff.asStaff(actor, async (tx) => {
        await writeAudit(tx, clock.now(), { action: 'hardships.read', objectKind: 'hardship' }, trace);
        const rows = await repo.listForStaff(tx, page, clock.today());
        const place = ({ created_at: at, id }: repo.StaffHardshipRow) => ({ at, id });
        const { items, nextCursor } = pageOf(rows, page.limit, place);
        return {
          items: items.map((row) => ({
            ...present(row),
            account: { id: row.user_id, name: row.name },
            endedDate: row.ended_on,
          })),
          nextCursor,
        };
      }),
  };
}

async function look(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
  paymentId: string,
): Promise<HardshipState> {
  const facts = await repo.findFacts(tx, userId, paymentId);
  if (!facts) throw new DomainError('not_found');
  const lasting = facts.isLive ? await repo.findLasting(tx, userId, paymentId, clock.today()) : undefined;
  return {
    hardship: lasting ? present(lasting) : null,
    canTell: !lasting && hardshipRefusal(facts, clock.today()) === null,
  };
}

async function writeDown(
  { clock, config, notifier }: Deps,
  tx: Tx,
  userId: string,
  paymentId: string,
  { reason, note }: BodyOf<typeof tellHardship>,
): Promise<void> {
  const today = clock.today();
  const facts = await repo.findFacts(tx, userId, paymentId);
  if (!facts) throw new DomainError('not_found');
  const refusal = hardshipRefusal(facts, today);
  if (refusal) throw new DomainError(refusal);
  const hardship = {
    id: newId(),
    loanId: paymentId,
    reason,
    note: note || null,
    fromOn: today,
    openedOn: openedOf(facts, today),
    untilOn: lastDayOf(today),
  };
  await repo.insert(tx, userId, hardship, clock.now());
  const untilIn = (language: Language) => writtenDay(hardship.untilOn, language);
  await notifier.notify(
    tx,
    userId,
    (language) => ({
      type: 'info',
      icon: 'info',
      title: 'We know that you cannot pay on time',
      description: `Until ${untilIn('en')} no reminders and no new late charges. What you owe stays, and its days past due go on.`,
      inHindi: {
        title: 'हमें पता है कि आप समय पर नहीं चुका सकते',
        description: `${untilIn('hi')} तक न कोई रिमाइंडर, न कोई नया विलंब शुल्क। बकाया बना रहता है, और देरी के दिन गिने जाते रहते हैं।`,
      },
      template: 'hardship.noted',
      vars: { until: untilIn(language), link: `${config.publicUrl}/dashboard/payments/${paymentId}` },
    }),
    clock.now(),
  );
  await tx.call(ANNOUNCE, [userId, 'payment', paymentId]);
}
