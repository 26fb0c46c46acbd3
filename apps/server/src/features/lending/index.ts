export { book, bookJournals, type Decided, FIELDS, type PersonJournal } from './book.ts';
export { catchUp, closePeople } from './close.ts';
export { chargesComing, loansOn } from './foresee.ts';
export { lastsOn } from './hardship-days.ts';
export { loadPasts } from './load-past.ts';
export { loadForReceipt, type Started } from './load-receipt.ts';
export {
  ACCOUNT_FACT,
  accountDpdOf,
  type AccountFact,
  dpdOf,
  isLateFor,
  LOAN_FACT,
  type LoanFact,
  NEWEST_FACT,
} from './lateness.ts';
export {
  CHARGES,
  findLoanOwner,
  FREEZES,
  freezesOf,
  INSTALMENT_SUMS,
  INSTALMENTS,
  IS_LIVE,
  IS_OWED,
  IS_UNPAID,
  IS_CHARGE_OWED,
  list,
  loadBorrowers,
  loadDays,
  loadForClose,
} from './load.ts';
export {
  applyWaiver,
  applyWriteOff,
  chargeBounce,
  findWaivable,
  type LeviedCharge,
  listWaivable,
} from './relief.ts';
export { settleStanding } from './standing.ts';
export { namedId, sourceName } from './source-names.ts';
export { BACK_FIELDS, rebook } from './rebook.ts';
