import type { CandidateCode, DeclineCode, LimitCandidate } from '@mohlat/money';
import { formatRupees } from '@mohlat/money';

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
  B06: 'with little credit history the limit is at most {amount}',
};

/** One line in plain language for a decline code. Rule: LEND-13. */
export function declineReason(code: DeclineCode): { code: string; text: string } {
  return { code, text: DECLINED[code] };
}

/** One line in plain language for a candidate that binds the limit. Rule: LEND-13. */
export function limitReason(candidate: LimitCandidate): { code: string; text: string } {
  const sentence = LIMITED[candidate.code].replace('{amount}', formatRupees(candidate.amountPaise));
  return { code: candidate.code, text: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.` };
}
