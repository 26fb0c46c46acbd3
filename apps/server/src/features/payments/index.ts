export {
  type PaymentFacts,
  isAgreed,
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
export { withAgent } from './recovery-agent.ts';
export { loanToQuote } from './quote/quoted.ts';
export { refusalOfPart } from './quote/part.rules.ts';
export { findAllFacts, findFacts, findPaymentOwner } from './payments.repo.ts';
export { factsOn, findFactsOn, owedOn } from './list/today.ts';
export { pricePlans, toOption } from './quote/quote.rules.ts';
export { lateTerms, readKeyFacts } from './quote/key-facts.ts';
export { findReferenceProblem, type ReferenceProblem } from './rail/outcome.ts';
