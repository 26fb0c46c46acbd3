import type { Vault } from '#platform/crypto/vault.ts';
import { type Clock, machinePause } from '#platform/clock/clock.ts';
import type {
  BillPaymentPort,
  Biller,
  BillFailureReason,
  Bill as NetworkBill,
  Exactness,
} from '#providers/index.ts';
import { ProviderError } from '#providers/index.ts';
import { DomainError } from '#platform/http/domain-error.ts';

const LIST_SECONDS = 3600;
/** A price waits no longer for the first list of a process. */
const FIRST_LIST_MS = 3000;
const LOOKS_MS = [0, 150, 250, 400, 700, 1000, 1500, 2000, 2500, 3500] as const;

/** Finds the biller of a card's bank in the network's own list, which is read again every hour. */
export interface BillerDirectory {
  /** Throws: biller_not_supported, biller_unavailable. */
  find(bankName: string): Promise<Biller>;
  /** The list as last read, without a wait for a newer one; undefined where the network has given none yet. */
  known(): Promise<readonly Biller[] | undefined>;
}

export function createBillerDirectory(port: BillPaymentPort): BillerDirectory {
  let list: { readonly billers: readonly Biller[]; readonly readAt: number } | undefined;
  let reading: Promise<readonly Biller[]> | undefined;

  async function load(): Promise<readonly Biller[]> {
    const billers: Biller[] = [];
    let cursor: string | undefined;
    do {
      const page = await port.listCardBillers(cursor === undefined ? {} : { cursor });
      billers.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== undefined);
    list = { billers, readAt: performance.now() };
    return billers;
  }

  /** One reading at a time (single flight). */
  async function read(): Promise<readonly Biller[]> {
    if (list && performance.now() - list.readAt < LIST_SECONDS * 1000) return list.billers;
    reading ??= load().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    async find(bankName) {
      const biller = billerOf(await orUnavailable(read()), bankName);
      if (biller?.status !== 'ACTIVE') throw new DomainError('biller_not_supported');
      return biller;
    },
    async known() {
      const latest = read().catch(() => undefined);
      return list?.billers ?? (await Promise.race([latest, machinePause(FIRST_LIST_MS)])) ?? undefined;
    },
  };
}

function billerOf(billers: readonly Biller[], bankName: string): Biller | undefined {
  const wanted = bankName.toLowerCase();
  return billers.find((one) => one.name.toLowerCase().startsWith(wanted));
}

/** Why bills of a bank cannot be paid, as the network lists its billers. Rule: PAY-22. */
export function billerRefusal(
  billers: readonly Biller[],
  bankName: string,
): 'biller_not_supported' | 'biller_deactivated' | undefined {
  const biller = billerOf(billers, bankName);
  if (!biller) return 'biller_not_supported';
  return biller.status === 'ACTIVE' ? undefined : 'biller_deactivated';
}

export interface FetchedBill extends NetworkBill {
  readonly fetchRef: string;
  readonly exactness: Exactness;
}

/** Why the network could not give a bill, in our words. */
export class BillNotFetched extends Error {
  readonly reason: BillFailureReason | 'timeout' | 'not_supported';

  constructor(reason: BillFailureReason | 'timeout' | 'not_supported') {
    super(`bill not fetched: ${reason}`);
    this.name = 'BillNotFetched';
    this.reason = reason;
  }
}

interface Card {
  readonly last4: string;
  readonly mobile: string;
}

/**
 * Fetches a bill. The biller says which fields it wants; those we know how to fill are the registered mobile and the
 * card's last digits. Throws BillNotFetched with the reason, and ProviderError when the network itself is in trouble.
 */
export async function fetchBill(
  { port, clock }: { readonly port: BillPaymentPort; readonly clock: Pick<Clock, 'pause'> },
  biller: Biller,
  card: Card,
  context: { readonly requestId: string; readonly actor: 'user' | 'job' },
): Promise<FetchedBill> {
  const params = biller.params.flatMap((param) => {
    const value = valueFor(param.name, card);
    if (value === undefined && !param.isOptional) throw new BillNotFetched('not_supported');
    return value === undefined ? [] : [{ name: param.name, value }];
  });
  const { fetchRef } = await port.startFetch({ billerId: biller.id, mobile: card.mobile, params }, context);
  for (const pauseMs of LOOKS_MS) {
    if (pauseMs > 0) await clock.pause(pauseMs);
    const state = await port.getFetch(fetchRef, context);
    if (state.state === 'failed') throw new BillNotFetched(state.failure.reason);
    if (state.state === 'ready') return readBill(state, fetchRef, biller);
  }
  throw new BillNotFetched('timeout');
}

/** A keyed hash of the number that a bill is fetched under: the network lists a payment of the bill under that number. */
export function fetchHash(vault: Pick<Vault, 'fingerprint'>, userId: string, mobile: string): Buffer {
  return vault.fingerprint(mobile, `bill fetch:${userId}`);
}

function readBill(
  state: Extract<Awaited<ReturnType<BillPaymentPort['getFetch']>>, { state: 'ready' }>,
  fetchRef: string,
  biller: Biller,
): FetchedBill {
  if (state.selection === 'multiple' || state.selection === 'all') throw new BillNotFetched('not_supported');
  const [bill] = state.bills;
  if (!bill || bill.amount <= 0) throw new BillNotFetched('bill_not_due');
  return { ...bill, fetchRef, exactness: state.exactness ?? biller.exactness ?? 'Exact' };
}

function valueFor(paramName: string, card: Card): string | undefined {
  if (/mobile/i.test(paramName)) return card.mobile;
  if (/last\s*(4|four)|digits of/i.test(paramName)) return card.last4;
  return undefined;
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderError) throw new DomainError('biller_unavailable');
    throw error;
  }
}
