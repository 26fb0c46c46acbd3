import type { Clock } from '#platform/clock/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/database.ts';
import {
  type BillFailureReason,
  type Biller,
  type BillPaymentPort,
  type Bill as NetworkBill,
  ProviderRejected,
} from '#providers/index.ts';
import {
  ANSWER_SECONDS,
  type BillOption,
  FETCH_SECONDS,
  type FetchedBill,
  type KeptBill,
} from './bill.rules.ts';
import * as repo from './cards.repo.ts';

/** Pauses before the looks of one call: most banks answer at once. A caller waits for about twelve seconds. */
const LOOKS_MS = [0, 150, 250, 400, 700, 1000, 1500, 2000, 2500, 3500] as const;
const ANSWER_MS = ANSWER_SECONDS * 1000;
const FETCH_MS = FETCH_SECONDS * 1000;

/** `not_ready`: the bank still looks for the bill. `timeout`: it has not answered for a minute. */
type NotFetchedReason = BillFailureReason | 'not_ready' | 'timeout' | 'not_supported';

/** Why the network could not give a bill, in our words. */
export class BillNotFetched extends Error {
  readonly reason: NotFetchedReason;

  constructor(reason: NotFetchedReason) {
    super(`bill not fetched: ${reason}`);
    this.name = 'BillNotFetched';
    this.reason = reason;
  }
}

interface Deps {
  readonly port: BillPaymentPort;
  readonly clock: Pick<Clock, 'now' | 'pause'>;
  readonly vault: Pick<Vault, 'fingerprint'>;
}

/** A bill that somebody asks for. */
export interface AskedBill {
  readonly userId: string;
  readonly card: { readonly id: string; readonly last4: string };
  readonly mobile: string;
  readonly biller: Biller;
  readonly context: { readonly requestId: string; readonly actor: 'user' | 'job' };
  /** Runs a transaction of the person's. */
  readonly within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Counts a fetch before it is begun, or a look at one that is open; throws where the person may not. A worker counts nothing. */
  readonly count?: (kind: 'bill_fetch' | 'bill_look') => Promise<void>;
}

interface Fetch extends repo.OpenFetch {
  /** The card keeps it, and others may have taken it up. */
  readonly isShared: boolean;
}

/**
 * Fetches a bill and keeps it. A fetch of the card that the bank has not answered yet is taken up again under its own
 * reference; one that was given up after a minute is looked at once more before another begins. Rule: PAY-26.
 * Throws BillNotFetched with the reason, and ProviderError when the network itself is in trouble.
 */
export async function fetchBill(deps: Deps, asked: AskedBill): Promise<KeptBill> {
  const mobileHash = fetchHash(deps.vault, asked.userId, asked.mobile);
  const takenUp = await takeUp(deps, asked, mobileHash);
  if (takenUp) return takenUp;
  await asked.count?.('bill_fetch');
  const { fetchRef: ref } = await deps.port.startFetch(
    { billerId: asked.biller.id, mobile: asked.mobile, params: paramsFor(asked) },
    asked.context,
  );
  const begun = { ref, beganAt: deps.clock.now(), mobileHash, isShared: false };
  const bill = await lookFor(deps, asked, begun);
  if (!bill) throw unanswered(begun, deps.clock);
  return bill;
}

/** A keyed hash of the number that a bill is fetched under: the network lists a payment of the bill under that number. */
export function fetchHash(vault: Pick<Vault, 'fingerprint'>, userId: string, mobile: string): Buffer {
  return vault.fingerprint(mobile, `bill fetch:${userId}`);
}

const ofCard = ({ userId, card }: AskedBill) => ({ userId, cardId: card.id });

function isGivenUp({ beganAt }: repo.OpenFetch, clock: Pick<Clock, 'now'>): boolean {
  return clock.now().getTime() - beganAt.getTime() >= ANSWER_MS;
}

function unanswered(fetch: Fetch, clock: Pick<Clock, 'now'>): BillNotFetched {
  return new BillNotFetched(isGivenUp(fetch, clock) ? 'timeout' : 'not_ready');
}

/** Looks for a fetch that another call began; undefined where another may begin. */
async function takeUp(deps: Deps, asked: AskedBill, mobileHash: Buffer): Promise<KeptBill | undefined> {
  const { clock } = deps;
  const since = new Date(clock.now().getTime() - FETCH_MS);
  const open = await asked.within((tx) => repo.findOpenFetch(tx, { ...ofCard(asked), mobileHash, since }));
  if (!open) return undefined;
  await asked.count?.('bill_look');
  const isOver = isGivenUp(open, clock);
  const fetch = { ...open, isShared: true };
  try {
    const bill = await lookFor(deps, asked, fetch);
    if (bill || isOver) return bill;
  } catch (error) {
    // The network does not know it any more.
    if (!(error instanceof ProviderRejected)) throw error;
    await forget(asked, fetch);
    return undefined;
  }
  throw unanswered(fetch, clock);
}

/** Looks until the bank has answered, the looks of a call are over, or the minute of the fetch is. */
async function lookFor(deps: Deps, asked: AskedBill, fetch: Fetch): Promise<KeptBill | undefined> {
  let { isShared } = fetch;
  for (const [look, pauseMs] of LOOKS_MS.entries()) {
    if (look > 0 && isGivenUp(fetch, deps.clock)) return undefined;
    if (pauseMs > 0) await deps.clock.pause(pauseMs);
    const state = await deps.port.getFetch(fetch.ref, asked.context);
    if (state.state === 'processing') {
      // An answer that comes at once, as most do, costs no writing.
      if (look === 0 && !isShared) isShared = await share(deps, asked, fetch);
      continue;
    }
    const read = readBill(state, fetch.ref, asked.biller);
    if (read instanceof BillNotFetched) {
      if (isShared) await forget(asked, fetch);
      throw read;
    }
    return keep(deps, asked, { ...fetch, isShared }, read);
  }
  return undefined;
}

/** False where the card keeps another fetch under way already: this one is its caller's own. */
function share({ clock }: Deps, asked: AskedBill, fetch: Fetch): Promise<boolean> {
  const givenUpBefore = new Date(clock.now().getTime() - ANSWER_MS);
  return asked.within((tx) => repo.openFetch(tx, { ...ofCard(asked), ...fetch, givenUpBefore }));
}

async function forget(asked: AskedBill, fetch: Fetch): Promise<void> {
  await asked.within((tx) => repo.closeFetch(tx, { ...ofCard(asked), ref: fetch.ref }));
}

/**
 * Keeps the bill of a fetch once, whoever took it up: the network takes a second payment on one fetch for a repetition of
 * the first. Locks: the card, where the fetch is shared.
 */
function keep({ clock }: Deps, asked: AskedBill, fetch: Fetch, bill: FetchedBill): Promise<KeptBill> {
  const { card, biller, context } = asked;
  const isAskedFor = context.actor === 'user';
  return asked.within(async (tx) => {
    if (fetch.isShared && !(await repo.closeFetch(tx, { ...ofCard(asked), ref: fetch.ref }))) {
      const kept = await repo.findBillOfFetch(tx, { ...ofCard(asked), ...fetch, isAskedFor });
      if (!kept) throw new BillNotFetched('timeout');
      return { ...bill, ...kept };
    }
    const fetchedAt = clock.now();
    const payableUntil = new Date(fetchedAt.getTime() + FETCH_MS);
    const kept = { ...bill, fetchedAt, payableUntil };
    const { mobileHash } = fetch;
    await repo.saveBill(tx, asked.userId, {
      ...kept,
      cardId: card.id,
      billerId: biller.id,
      isAskedFor,
      mobileHash,
    });
    return kept;
  });
}

/** The biller says which fields it wants; those we know how to fill are the registered mobile and the card's last digits. */
function paramsFor({ biller, card, mobile }: AskedBill): { name: string; value: string }[] {
  return biller.params.flatMap(({ name, isOptional }) => {
    const value = valueFor(name, { last4: card.last4, mobile });
    if (value === undefined && !isOptional) throw new BillNotFetched('not_supported');
    return value === undefined ? [] : [{ name, value }];
  });
}

function valueFor(paramName: string, card: { last4: string; mobile: string }): string | undefined {
  if (/mobile/i.test(paramName)) return card.mobile;
  if (/last\s*(4|four)|digits of/i.test(paramName)) return card.last4;
  return undefined;
}

type Answered = Exclude<Awaited<ReturnType<BillPaymentPort['getFetch']>>, { state: 'processing' }>;

function readBill(state: Answered, fetchRef: string, biller: Biller): FetchedBill | BillNotFetched {
  if (state.state === 'failed') return new BillNotFetched(state.failure.reason);
  if (state.selection === 'multiple' || state.selection === 'all') return new BillNotFetched('not_supported');
  const [bill, another] = state.bills;
  // The person alone can say which of several is to be paid, and neither our screens nor the payment's request have a place for it.
  if (another) return new BillNotFetched('not_supported');
  if (!bill || bill.amount <= 0) return new BillNotFetched('bill_not_due');
  const options = bill.options.map(toOption);
  return { ...bill, fetchRef, exactness: state.exactness ?? biller.exactness ?? 'Exact', options };
}

function toOption({ name, amount, min, max, multipleOf }: NetworkBill['options'][number]): BillOption {
  return {
    name,
    ...(amount === undefined ? {} : { amountPaise: amount }),
    ...(min === undefined ? {} : { amountMinPaise: min }),
    ...(max === undefined ? {} : { amountMaxPaise: max }),
    ...(multipleOf === undefined ? {} : { amountMultiplePaise: multipleOf }),
  };
}
