export { isAnothersName } from './bill-name.rules.ts';
export { isAmountAllowed } from './bill.rules.ts';
export {
  type BillerDirectory,
  billerRefusal,
  BillNotFetched,
  createBillerDirectory,
  fetchBill,
  fetchHash,
} from './billers.ts';
export { findBillAskedFor, findCard, findPayableBill, type PayableBillRow, saveBill } from './cards.repo.ts';
