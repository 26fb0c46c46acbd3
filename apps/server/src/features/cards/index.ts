export { isAnothersName } from './bill-name.rules.ts';
export { EXACTNESS_WORDS, isAmountAllowed, optionFor } from './bill.rules.ts';
export {
  type BillerDirectory,
  type BillerList,
  billerRefusal,
  createBillerDirectory,
  takesAmount,
} from './billers.ts';
export { findBillAskedFor, findCard, findPayableBill, type PayableBillRow } from './cards.repo.ts';
export { BillNotFetched, fetchBill, fetchHash } from './fetch-bill.ts';
