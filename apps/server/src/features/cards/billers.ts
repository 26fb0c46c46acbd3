import { CARD_BANKS } from '@mohlat/contract';
import { machinePause } from '#platform/clock/clock.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Log } from '#platform/log/log.ts';
import { type Biller, type BillPaymentPort, ProviderError } from '#providers/index.ts';
import { isBillerOf } from './biller-names.ts';

const LIST_SECONDS = 3600;
/** A price waits no longer for the first list of a process, and a bill no longer for a newer one. */
const LIST_MS = 3000;

/** The billers as the network lists them. */
export interface BillerList {
  readonly billers: readonly Biller[];
  /** The names of those whose entry says something that we do not know: nothing is certain of them. */
  readonly unread: readonly string[];
}

/** Finds the biller of a card's bank in the network's own list, which is read again every hour. */
export interface BillerDirectory {
  /** Throws: biller_not_supported, biller_deactivated, biller_unavailable. */
  find(bankName: string): Promise<Biller>;
  /** The list as last read, without a wait for a newer one; undefined where the network has given none yet. */
  known(): Promise<BillerList | undefined>;
}

export function createBillerDirectory(
  port: Pick<BillPaymentPort, 'listCardBillers'>,
  log: Pick<Log, 'warn'>,
): BillerDirectory {
  let list: (BillerList & { readonly readAt: number }) | undefined;
  let reading: Promise<BillerList> | undefined;

  async function load(): Promise<BillerList> {
    const listed = await readAll(port);
    const banks = CARD_BANKS.filter((bank) => !billerOf(listed.billers, bank));
    if (banks.length > 0 || listed.unread.length > 0)
      log.warn({ banks, unread: listed.unread }, 'card banks without a biller, or billers not read');
    list = { ...listed, readAt: performance.now() };
    return list;
  }

  const isFresh = () => list !== undefined && performance.now() - list.readAt < LIST_SECONDS * 1000;

  /** One reading at a time (single flight). */
  async function read(): Promise<BillerList> {
    if (list && isFresh()) return list;
    reading ??= load().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  /** The newest list to be had within a moment. One that is too old is better than none: the network itself refuses what it no longer takes. */
  async function latest(): Promise<BillerList> {
    if (!list || isFresh()) return read();
    const held = list;
    return (await Promise.race([read().catch(() => undefined), machinePause(LIST_MS)])) ?? held;
  }

  return {
    async find(bankName) {
      const { billers, unread } = await orUnavailable(latest());
      const biller = billerOf(billers, bankName);
      if (biller && isOn(biller)) return biller;
      if (isAmong(unread, bankName)) throw new DomainError('biller_unavailable');
      throw new DomainError(biller ? 'biller_deactivated' : 'biller_not_supported');
    },
    async known() {
      const newest = read().catch(() => undefined);
      return list ?? (await Promise.race([newest, machinePause(LIST_MS)])) ?? undefined;
    },
  };
}

/** Reads the whole list. Throws: ProviderError, and biller_unavailable where no entry could be read. */
async function readAll(port: Pick<BillPaymentPort, 'listCardBillers'>): Promise<BillerList> {
  const billers: Biller[] = [];
  const unread: string[] = [];
  // Pages that go in a circle are the end: everything they name is known by then.
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await port.listCardBillers(cursor === undefined ? {} : { cursor });
    billers.push(...page.items);
    unread.push(...page.unread);
    cursor = page.cursor;
    if (cursor !== undefined && seen.has(cursor)) break;
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
  if (billers.length === 0 && unread.length > 0) throw new DomainError('biller_unavailable');
  return { billers, unread };
}

/** The biller of a bank; of several the first one that is switched on. */
function billerOf(billers: readonly Biller[], bankName: string): Biller | undefined {
  const of = billers.filter(({ name }) => isBillerOf(name, bankName));
  return of.find(isOn) ?? of[0];
}

const isAmong = (names: readonly string[], bankName: string) =>
  names.some((name) => isBillerOf(name, bankName));

const isOn = ({ status }: Biller) => status === 'ACTIVE';

/**
 * Why so much of a bill of a bank cannot be paid, as the network lists its billers; undefined where it can, and where the payment
 * has to find out. Rule: PAY-22.
 */
export function billerRefusal(
  { billers, unread }: BillerList,
  bankName: string,
  amountPaise: number,
): 'biller_not_supported' | 'biller_deactivated' | 'amount_not_allowed' | undefined {
  const biller = billerOf(billers, bankName);
  if (biller && isOn(biller)) return takesAmount(biller, amountPaise) ? undefined : 'amount_not_allowed';
  if (isAmong(unread, bankName)) return undefined;
  return biller ? 'biller_deactivated' : 'biller_not_supported';
}

/** Whether a biller takes so much by the way we pay, whatever the bill. Rule: PAY-22. */
export function takesAmount({ limit }: Pick<Biller, 'limit'>, amountPaise: number): boolean {
  return amountPaise >= (limit.min ?? amountPaise) && amountPaise <= (limit.max ?? amountPaise);
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderError) throw new DomainError('biller_unavailable');
    throw error;
  }
}
