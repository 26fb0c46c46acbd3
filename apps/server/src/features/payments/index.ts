export { paymentJobs, sweepPayments, takeUpJob } from './payments.jobs.ts';
export { type PaymentFacts, isOwing, outstandingOfFacts, toLoan } from './payments.facts.ts';
export { exitQuote } from './payments.exit.rules.ts';
export { lines, type PostingLine } from './payments.journals.ts';
export { findFacts } from './payments.repo.ts';
export { registerPayments } from './payments.routes.ts';
export { createPaymentsService } from './payments.service.ts';
export { pricePlans, toOption } from './payments.quote.rules.ts';
export { readKeyFacts } from './payments.key-facts.ts';
