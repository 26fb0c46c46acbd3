import { asObject, isObject, textOf } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import { DAY_MS } from '../core/time.ts';
import { PAYMENT_MODES, convenienceFee, findBiller, limitsOf } from './billers.ts';
import type { Biller } from './billers.ts';
import type { Bill, BillPayBooks, FetchRecord } from './books.ts';
import { fetchStatus } from './fetch.ts';

export type PayAsk = {
  fetch: FetchRecord;
  mode: string;
  amount: number;
  paymentRefId: string;
  timestamp: string;
  accountInfo: string;
  custConvFee: number | null;
};

const PAYABLE_MS = DAY_MS;
const ISO_WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const ACCOUNT_INFO: Record<string, RegExp> = {
  'Internet Banking': /^[A-Z]{4}0[A-Z0-9]{6}\|\d{6,20}$/,
  UPI: /^[\w.-]+@[\w.-]+$/,
  Wallet: /^[^|]+\|\d{10}$/,
};

function checkDetails(details: Json, biller: Biller): string | undefined {
  const mode = textOf(details.mode) ?? '';
  if (!(PAYMENT_MODES as readonly string[]).includes(mode))
    return 'paymentDetails.mode is not allowed on INT';
  const amount = details.amount;
  if (!Number.isSafeInteger(amount)) return 'paymentDetails.amount must be an integer in paise';
  const { minPaise, maxPaise } = limitsOf(biller, mode);
  if (Number(amount) < minPaise || Number(amount) > maxPaise)
    return 'paymentDetails.amount is outside the limits of the mode or of the channel';
  if (!/^[A-Za-z0-9_-]{6,35}$/.test(textOf(details.paymentRefId) ?? ''))
    return 'paymentDetails.paymentRefId must have 6 to 35 characters';
  const timestamp = textOf(details.timestamp) ?? '';
  if (!ISO_WITH_OFFSET.test(timestamp) || Number.isNaN(Date.parse(timestamp)))
    return 'paymentDetails.timestamp must be ISO 8601 with an offset';
  const pattern = ACCOUNT_INFO[mode] ?? /^.+\|.+$/;
  if (!pattern.test(textOf(details.accountInfo) ?? ''))
    return `paymentDetails.accountInfo is not valid for ${mode}`;
  return undefined;
}

function checkOption(details: Json, bill: Bill): string | undefined {
  const given = details.selectedPaymentOptions;
  if (given === undefined || given === null) return missingOption(details, bill);
  const options: readonly unknown[] = Array.isArray(given) ? given : [given];
  const [chosen] = options;
  if (options.length !== 1 || !isObject(chosen)) return 'selectedPaymentOptions must hold exactly one option';
  const known = (bill.paymentOptions ?? []).find((option) => option.name === chosen.name);
  if (!known) return 'selectedPaymentOptions names an option the bill does not have';
  if (chosen.amount !== known.amount || details.amount !== known.amount)
    return 'selectedPaymentOptions.amount differs from the bill or from paymentDetails.amount';
  return undefined;
}

/** The sum of an option is taken under the option's name; the base amount, and sums between, without one. */
function missingOption(details: Json, bill: Bill): string | undefined {
  if (details.amount === bill.amount) return undefined;
  const meant = (bill.paymentOptions ?? []).find((option) => option.amount === details.amount);
  return meant && `selectedPaymentOptions must name the option ${meant.name}`;
}

function fits(biller: Biller, bill: Bill, amount: number): boolean {
  if (biller.exactness === 'Any') return true;
  if (biller.exactness === 'Exact') return amount === bill.amount;
  const multiple = bill.amountMultiple ?? 1;
  return amount >= (bill.minAmount ?? 1) && amount <= (bill.maxAmount ?? amount) && amount % multiple === 0;
}

function checkAmount(biller: Biller, fetch: FetchRecord, details: Json): string | undefined {
  const amount = Number(details.amount);
  const [first] = fetch.bills;
  if (!first) return 'the fetched bill is empty';
  if (!fetch.bills.some((bill) => fits(biller, bill, amount)))
    return `paymentDetails.amount is not allowed by exactness ${biller.exactness}`;
  const fee = convenienceFee(biller);
  if (Number(details.custConvFee ?? 0) !== fee) return `paymentDetails.custConvFee must be ${fee}`;
  return checkOption(details, first);
}

/** Reads a pay request; a sentence instead when it is not one. */
export function readPayAsk(body: Json, books: BillPayBooks, now: number): PayAsk | string {
  const refId = textOf(body.refId);
  if (!refId) return 'refId is required';
  const fetch = books.fetches.find(refId);
  if (!fetch) return 'refId is unknown';
  if (fetchStatus(fetch, now) !== 'Success') return 'the bill of this refId was not fetched';
  if (now - fetch.createdAt > PAYABLE_MS) return 'the fetched bill has expired';
  const biller = findBiller(fetch.billerId);
  if (!biller) return 'biller is unknown';
  if (!textOf(asObject(body.remitter).name)?.trim()) return 'remitter.name is required for card bills';
  const details = asObject(body.paymentDetails);
  const problem = checkDetails(details, biller) ?? checkAmount(biller, fetch, details);
  if (problem) return problem;
  return {
    fetch,
    mode: String(details.mode),
    amount: Number(details.amount),
    paymentRefId: String(details.paymentRefId),
    timestamp: String(details.timestamp),
    accountInfo: String(details.accountInfo),
    custConvFee: typeof details.custConvFee === 'number' ? details.custConvFee : null,
  };
}
