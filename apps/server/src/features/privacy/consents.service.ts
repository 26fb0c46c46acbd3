import {
  type AnswerOf,
  type BodyOf,
  CONSENT_PURPOSES,
  type ConsentItem,
  CONSENTS,
  type ConsentPurpose,
  type getConsents,
  type putConsents,
} from '@mohlat/contract';
import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { recordConsent } from '#features/kyc/index.ts';
import { keepOpen } from '#features/open-account.ts';
import { cutWhole, type PageWanted } from '#platform/db/cursor.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { type ConsentRow, listConsents, withdrawConsent } from './privacy.repo.ts';
import type { Language } from './erasure.rules.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'limits'>;

export interface ConsentsService {
  /** In the order of the purposes. */
  list(actor: Actor, page: PageWanted): Promise<AnswerOf<typeof getConsents>>;
  /** Rule: LEND-24. Withdrawn as easily as given; each agreement stays on record with its words. */
  change(actor: Actor, body: BodyOf<typeof putConsents>): Promise<{ items: ConsentItem[] }>;
}

const placeOf = ([purpose]: readonly [ConsentPurpose]) => CONSENT_PURPOSES.indexOf(purpose);
const PURPOSES = {
  key: z.tuple([z.enum(CONSENT_PURPOSES)]),
  keyOf: ({ purpose }: ConsentItem): [ConsentPurpose] => [purpose],
  isBehind: (key: readonly [ConsentPurpose], after: readonly [ConsentPurpose]) =>
    placeOf(key) > placeOf(after),
};

export function createConsentsService({ api, clock, limits }: Deps): ConsentsService {
  const present = async (tx: Tx, userId: string, language: Language) => {
    const rows = new Map((await listConsents(tx, userId)).map((row) => [row.purpose, row]));
    return { items: CONSENT_PURPOSES.map((purpose) => toItem(purpose, rows.get(purpose), language)) };
  };
  return {
    list: (actor, page) =>
      api.asUser(actor, async (tx) => {
        const { items } = await present(tx, actor.userId, 'en');
        return cutWhole(items, page, PURPOSES);
      }),
    change: (actor, { consents, language = 'en' }) =>
      api.asUser(actor, async (tx) => {
        const now = clock.now();
        await keepOpen(tx, actor.userId);
        // Each agreement stays on record: their number must have an end.
        await limits.countIn(tx, 'consents');
        // One change at a time: two that agree at once are one agreement.
        await tx.call('select 1 from credit_accounts where user_id = $1 for update', [actor.userId]);
        const before = await listConsents(tx, actor.userId);
        for (const { purpose, given } of consents) {
          const isOpen = before.some((row) => row.purpose === purpose && row.withdrawn_at === null);
          if (!given) await withdrawConsent(tx, actor.userId, purpose, now);
          else if (!isOpen) await recordConsent(tx, actor.userId, purpose, now, language);
        }
        // Other pages show whether a new payment can be made.
        await tx.call(ANNOUNCE, [actor.userId, 'kyc', actor.userId]);
        return present(tx, actor.userId, language);
      }),
  };
}

function toItem(purpose: ConsentPurpose, row: ConsentRow | undefined, language: Language): ConsentItem {
  const { version, wording, stops, whenWithdrawn } = CONSENTS[purpose];
  return {
    purpose,
    version,
    wording: wording[language],
    status: row === undefined ? 'never_given' : row.withdrawn_at === null ? 'given' : 'withdrawn',
    given: row
      ? {
          version: row.version,
          wording: row.wording,
          at: row.given_at.toISOString(),
          withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
        }
      : null,
    times: row?.times ?? 0,
    stops,
    whenWithdrawn: whenWithdrawn[language],
  };
}
