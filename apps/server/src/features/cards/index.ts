export { FETCH_SECONDS, isAmountAllowed, type PayableBill } from './bill.rules.ts';
export { type BillerDirectory, BillNotFetched, createBillerDirectory, fetchBill } from './billers.ts';
export { type CardRow, findCard, findPayableBill, type PayableBillRow, saveBill } from './cards.repo.ts';
export { registerCards } from './cards.routes.ts';
export { createCardsService } from './cards.service.ts';
