import type { CreditReason, CreditWhatIf } from '@mohlat/contract';
import {
  type CandidateCode,
  type CreditHold,
  type DeclineCode,
  formatRupees,
  type LimitCandidate,
  type LimitDecision,
  type WhatIf,
} from '@mohlat/money';
import { nextStep, type RetryFacts } from './credit.retry.ts';

const DECLINED: Readonly<Record<DeclineCode, string>> = {
  D01: 'Your age is outside the range we can lend to (21 to 60).',
  D02: 'Your monthly income is below ₹20,000.',
  D03: 'Your credit score is below what we need, or there is too little credit history with a verified income.',
  D04: 'Your credit report shows a payment 30 or more days late in the last 12 months.',
  D05: 'Your credit report shows a written-off or settled account in the last 36 months.',
  D06: 'There were more than 6 credit enquiries in the last 90 days.',
  D07: 'Your existing commitments already take half of your income.',
  D08: 'The limit we could give is below ₹5,000.',
  D09: 'Your PAN or Aadhaar is not verified.',
  D10: 'Your identity is already on another live account.',
  D11: 'We cannot offer a limit on this account.',
  D12: 'A payment with us is overdue.',
  D14: 'Your credit report is older than 30 days.',
};

const LIMITED: Readonly<Record<CandidateCode, string>> = {
  B01: 'your credit score allows up to {amount}',
  B02: 'your income allows up to {amount}',
  B03: 'your income after existing commitments allows up to {amount}',
  B04: 'your income is not verified yet, so the limit is at most {amount}',
  B05: 'until your video KYC is approved the limit is at most {amount}',
  B07: 'our team has looked at your account and set the limit to at most {amount}',
  B06: 'with little credit history the limit is at most {amount}',
};

const HOLDS: Readonly<Record<CreditHold, string>> = {
  overdue: 'An instalment is overdue. Your limit is free again as soon as everything overdue is repaid.',
  arrears:
    'An instalment was more than 30 days overdue. A person looks at your account before you can pay bills again.',
  dispute:
    'A bank disputes a repayment of yours, or took one back. Contact support: a person looks at your account before you can pay bills again.',
  npa: 'An instalment was more than 90 days overdue. Your credit limit has ended; what you owe can still be repaid.',
  written_off: 'What you owed was not repaid. Your credit limit has ended.',
  kyc_lapse: 'Your identity has to be verified again before you can pay bills.',
  report_stale:
    'Your credit report is older than 90 days. Refresh it to pay bills again; it takes a few seconds.',
};

/** One line in plain language for a candidate that bounds the limit. Rule: LEND-13. */
export function limitReason(candidate: LimitCandidate): { code: string; text: string } {
  const sentence = LIMITED[candidate.code].replace('{amount}', formatRupees(candidate.amountPaise));
  return { code: candidate.code, text: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.` };
}

/** The reasons of a decision in words: every failed check with its way out, or what binds the limit. Rule: LEND-13. */
export function explain(decision: LimitDecision, facts: RetryFacts): CreditReason[] {
  if (decision.decision === 'declined')
    return decision.failures.map((code) => ({ code, text: DECLINED[code], next: nextStep(code, facts) }));
  return decision.candidates.filter((one) => decision.binding.includes(one.code)).map(limitReason);
}

/** Lists every bound with the limit that it alone would allow. */
export function factorsOf(decision: Pick<LimitDecision, 'candidates' | 'binding'>) {
  return decision.candidates.map((one) => ({
    ...limitReason(one),
    amountPaise: one.amountPaise,
    isBinding: decision.binding.includes(one.code),
  }));
}

/** Rule: LEND-13: what would be, said as a promise of the policy's own arithmetic. */
export function whatIfText(told: WhatIf): CreditWhatIf {
  const gain = `${formatRupees(told.gainPaise)} more`;
  const texts: Readonly<Record<WhatIf['lever'], string>> = {
    video: `An approved video KYC gives ${gain}.`,
    income_evidence: `A salary slip or bank statement that shows your income gives ${gain}.`,
    obligations: `${formatRupees(told.lessPaise ?? told.gainPaise)} less of EMIs elsewhere gives ${gain}.`,
    score: `A credit score of ${told.toScore ?? 0} gives ${gain}.`,
  };
  return { ...told, text: texts[told.lever] };
}

/** Why a limit rests. Rule: LEND-14. */
export function holdReason(hold: CreditHold): { code: CreditHold; text: string } {
  return { code: hold, text: HOLDS[hold] };
}
