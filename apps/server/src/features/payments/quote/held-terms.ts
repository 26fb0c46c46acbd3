import type { Plan } from '@mohlat/contract';
import { type BusinessDate, doKeyFactsBind, istDate, type Paise } from '@mohlat/money';
import { type Settings, settingsInOrder } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { isSamePlan, type PricedPlan, pricePlans } from './quote.rules.ts';

/** A plan on offer, with the settings it is priced under. */
export interface Offer {
  readonly priced: PricedPlan;
  readonly settings: Settings;
}

interface Bill {
  readonly cardId: string;
  readonly amountPaise: Paise;
}

interface Shown {
  readonly version: number;
  readonly plan: Plan;
  readonly shownAt: Date;
}

/** Longer than key facts bind, whatever the holidays. */
const LOOK_BACK_MS = 30 * 86_400_000;

/**
 * Offers every plan for a bill, the cheapest in rupees first. A plan whose key facts a person was shown for the same card and amount keeps
 * its terms while they bind, unless those of today cost less.
 * Rule: LEND-K5
 */
export async function offerPlans(
  tx: Tx,
  userId: string,
  bill: Bill,
  {
    settings,
    now,
    today,
    holidays,
  }: {
    readonly settings: Settings;
    readonly now: Date;
    readonly today: BusinessDate;
    readonly holidays: readonly BusinessDate[];
  },
): Promise<Offer[]> {
  const offers = pricePlans(bill.amountPaise, settings, today).map((priced) => ({ priced, settings }));
  const shown = await listShown(tx, userId, bill, {
    version: settings.version,
    since: new Date(now.getTime() - LOOK_BACK_MS),
  });
  if (shown.length === 0) return offers;
  const versions = await settingsInOrder(tx);
  const held = new Map<string, { readonly settings: Settings; readonly plan: Plan }>();
  for (const { version, plan, shownAt } of shown) {
    const at = versions.findIndex((each) => each.settings.version === version);
    const [older, newer] = [versions[at], versions[at + 1]];
    // A price that was renewed after the terms had changed shows the same key facts once more: their days do not begin anew.
    if (older === undefined || newer === undefined || shownAt >= newer.startsAt) continue;
    if (doKeyFactsBind(istDate(shownAt.getTime()), today, holidays))
      held.set(JSON.stringify([version, plan]), { settings: older.settings, plan });
  }
  // Each plan of a version is priced once, however often its price was asked for.
  const kept = [...held.values()].flatMap(({ settings: older, plan }) => {
    const priced = pricePlans(bill.amountPaise, older, today).find((one) => isSamePlan(one.plan, plan));
    return priced ? [{ priced, settings: older }] : [];
  });
  return [...kept, ...offers]
    .toSorted((a, b) => a.priced.totalPaise - b.priced.totalPaise)
    .filter(
      (one, at, all) => all.findIndex((other) => isSamePlan(other.priced.plan, one.priced.plan)) === at,
    );
}

/** Each time that a person was shown key facts for a bill under terms of before, and did not take it. */
async function listShown(
  tx: Tx,
  userId: string,
  { cardId, amountPaise }: Bill,
  { version, since }: { readonly version: number; readonly since: Date },
): Promise<Shown[]> {
  const rows = await tx.call<{
    version: number;
    kind: 'single' | 'emi';
    instalments: number;
    shown_at: Date;
  }>(
    `select settings_version as version, plan_kind as kind, instalment_count as instalments, created_at as shown_at
     from quotes where user_id = $1 and card_id = $2 and amount_paise = $3 and settings_version <> $4 and created_at > $5 and payment_id is null
     order by created_at`,
    [userId, cardId, amountPaise, version, since],
  );
  return rows.map(({ version: of, kind, instalments, shown_at: shownAt }) => ({
    version: of,
    plan: kind === 'single' ? { kind } : { kind, instalments },
    shownAt,
  }));
}
