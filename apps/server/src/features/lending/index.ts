export { book, bookJournals, type Decided, FIELDS, type PersonJournal } from './book.ts';
export { catchUp, closePeople } from './close.ts';
export { chargesComing, loanOn } from './foresee.ts';
export { loadForReceipt, type Started } from './load-receipt.ts';
export { FREEZES, list, loadBorrowers, loadDays, loadForClose } from './load.ts';
export { applyWaiver, applyWriteOff, chargeBounce, findWaivable } from './relief.ts';
export { settleStanding } from './standing.ts';
export { sourceName } from './source-names.ts';
export { BACK_FIELDS, rebook } from './rebook.ts';
