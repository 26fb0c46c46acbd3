export {
  type PaymentFacts,
  isOwing,
  isRunning,
  outstandingOfFacts,
  type QuotedLoan,
  refundDueOf,
  shownDueOn,
  STATUS_SQL,
  toLoan,
  toPayment,
} from './payments.facts.ts';
export { loanToQuote } from './payments.quoted.ts';
export { refusalOfPart } from './payments.part.rules.ts';
export { findFacts, listFacts } from './payments.repo.ts';
export { factsOn, findFactsOn } from './payments.today.ts';
export { pricePlans, toOption } from './payments.quote.rules.ts';
export { lateTerms, readKeyFacts } from './payments.key-facts.ts';
export { findReferenceProblem, type ReferenceProblem } from './payments.outcome.ts';
