import type { Config } from '#platform/config/config.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Actor, Database, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';

/** Calls of one person in an hour that cost money, trust at a provider, or what other people keep to themselves. */
const PER_HOUR = {
  pan: 10,
  aadhaar: 10,
  // A page that waits for the consent asks every other second for a minute.
  aadhaar_document: 60,
  bureau: 10,
  income_evidence: 10,
  card: 60,
  bill_fetch: 60,
  // A bank that answers slowly is asked about some six times for one bill, and begins nothing anew.
  bill_look: 600,
  ifsc: 300,
  repayment_order: 20,
  repayment_return: 20,
  export: 10,
  consents: 30,
  document: 240,
  receipt_link: 20,
  repay_link: 20,
  // Orders that others open by links of a person: they use up nothing of the person's own.
  shared_order: 20,
  bank_account: 10,
  video: 20,
  recording: 30,
  recording_part: 600,
  rail_enquiry: 60,
  reveal: 30,
} as const;
/** The same in a day. Links that staff send a person: they use up nothing of the person's own, and each is a message that asks for money. */
const DAILY = { sent_repay_link: 2 } as const;
/** Rupees sent to find out whose an account is: those of one person in a day, whichever accounts they go to. */
const PER_DAY = { rupee: 10 } as const;
/** The most calls to one target outside in a day, of all people together. */
const PER_DAY_AND_TARGET = { rupee: 5 } as const;
export type CountedCall = keyof typeof PER_HOUR;
type DailyCall = keyof typeof DAILY;

const WINDOW_SECONDS = 3600;
const DAY_SECONDS = 86_400;
/** In a trial one person plays many. */
const TRIAL_FACTOR = 20;

/** Counts a call before it is made. Throws too_many_requests when the hour's share is used up. */
export interface CallLimiter {
  count(actor: Actor, kind: CountedCall): Promise<void>;
  /**
   * Counts it likewise, and leaves it to the caller to refuse: the seconds until the next hour begins when this one's share is used up,
   * undefined while it is not.
   */
  findWait(actor: Actor, kind: CountedCall): Promise<number | undefined>;
  /** Counts within the caller's transaction: what is refused with it was never counted. */
  countIn(tx: Tx, kind: CountedCall): Promise<void>;
  /** The same, of a day. */
  countInDay(tx: Tx, kind: DailyCall): Promise<void>;
  /**
   * Counts what goes out in a transaction of the person's: of them, and of the place it goes to over all people. False
   * when either share of the day is used up. `targetHash` is keyed and says nothing of the person.
   */
  mayGoOut(tx: Tx, kind: keyof typeof PER_DAY, targetHash: Buffer): Promise<boolean>;
}

/** Counters are in the database, one row a person and kind, so that several servers share them. */
export function createCallLimiter(api: Database, clock: Clock, config: Config): CallLimiter {
  const factor = config.sandboxUrl === undefined ? 1 : TRIAL_FACTOR;
  /** The seconds to wait; undefined for a call that may be made. */
  const waitFor = async (tx: Tx, kind: string, seconds: number, max: number): Promise<number | undefined> => {
    const [row] = await tx.call<{ wait: number | null }>(
      'select count_call_wait($1, $2, make_interval(secs => $3), $4) as wait',
      [kind, clock.now(), seconds, max * factor],
    );
    return row?.wait ?? undefined;
  };
  const waitOfHour = (tx: Tx, kind: CountedCall) => waitFor(tx, kind, WINDOW_SECONDS, PER_HOUR[kind]);
  const refuseFor = (retryAfterSeconds: number | undefined): void => {
    if (retryAfterSeconds !== undefined) throw new DomainError('too_many_requests', { retryAfterSeconds });
  };
  const findWait = (actor: Actor, kind: CountedCall) => api.asUser(actor, (tx) => waitOfHour(tx, kind));
  return {
    count: async (actor, kind) => refuseFor(await findWait(actor, kind)),
    findWait,
    countIn: async (tx, kind) => refuseFor(await waitOfHour(tx, kind)),
    countInDay: async (tx, kind) => refuseFor(await waitFor(tx, kind, DAY_SECONDS, DAILY[kind])),
    async mayGoOut(tx, kind, targetHash) {
      if ((await waitFor(tx, kind, DAY_SECONDS, PER_DAY[kind])) !== undefined) return false;
      const [row] = await tx.call<{ within: boolean }>(
        'select count_target($1, $2, $3, make_interval(secs => $4), $5) as within',
        [kind, targetHash, clock.now(), DAY_SECONDS, PER_DAY_AND_TARGET[kind] * factor],
      );
      return row?.within === true;
    },
  };
}
