import { machinePause } from '#platform/clock/clock.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type Biller, type BillPaymentPort, ProviderError } from '#providers/index.ts';

const LIST_SECONDS = 3600;
/** A price waits no longer for the first list of a process. */
const FIRST_LIST_MS = 3000;

/** Finds the biller of a card's bank in the network's own list, which is read again every hour. */
export interface BillerDirectory {
  /** Throws: biller_not_supported, biller_deactivated, biller_unavailable. */
  find(bankName: string): Promise<Biller>;
  /** The list as last read, without a wait for a newer one; undefined where the network has given none yet. */
  known(): Promise<readonly Biller[] | undefined>;
}

export function createBillerDirectory(port: BillPaymentPort): BillerDirectory {
  let list: { readonly billers: readonly Biller[]; readonly readAt: number } | undefined;
  let reading: Promise<readonly Biller[]> | undefined;

  async function load(): Promise<readonly Biller[]> {
    const billers: Biller[] = [];
    // Pages that go in a circle are the end: everything they name is known by then.
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await port.listCardBillers(cursor === undefined ? {} : { cursor });
      billers.push(...page.items);
      cursor = page.cursor;
      if (cursor !== undefined && seen.has(cursor)) break;
      if (cursor !== undefined) seen.add(cursor);
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
      if (!biller) throw new DomainError('biller_not_supported');
      if (!isOn(biller)) throw new DomainError('biller_deactivated');
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

const isOn = ({ status }: Biller) => status === 'ACTIVE';

/** Why so much of a bill of a bank cannot be paid, as the network lists its billers. Rule: PAY-22. */
export function billerRefusal(
  billers: readonly Biller[],
  bankName: string,
  amountPaise: number,
): 'biller_not_supported' | 'biller_deactivated' | 'amount_not_allowed' | undefined {
  const biller = billerOf(billers, bankName);
  if (!biller) return 'biller_not_supported';
  if (!isOn(biller)) return 'biller_deactivated';
  return takesAmount(biller, amountPaise) ? undefined : 'amount_not_allowed';
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
