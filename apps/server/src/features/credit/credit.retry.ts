import type { CreditReason, RetryWhen } from '@mohlat/contract';
import {
  addDays,
  addMonths,
  BUREAU_WINDOWS,
  type BusinessDate,
  type DeclineCode,
  type LimitInputs,
  LIMIT_POLICY,
} from '@mohlat/money';
import type { BureauFacts } from './credit.facts.ts';
import { REPORT_DAYS } from './credit.rules.ts';

type Next = NonNullable<CreditReason['next']>;

export interface RetryFacts {
  readonly bureau: BureauFacts;
  readonly dateOfBirth: BusinessDate;
  readonly inputs: Pick<LimitInputs, 'age' | 'score'>;
  readonly decidedOn: BusinessDate;
}

/** A score has had time to move after this many days. */
const SCORE_MOVES_DAYS = 90;

const TEXTS: Readonly<Record<DeclineCode, string>> = {
  D09: 'Verify PAN and Aadhaar, then ask again.',
  D10: 'Use the account that already holds your identity, or write to us.',
  D11: 'Write to us if you think this is wrong.',
  D12: 'Repay what is overdue, then ask again.',
  D01: 'Ask again from your 21st birthday.',
  D14: 'Ask again now; a new report is read.',
  D02: 'When your income has risen, change it in your profile or send a salary slip or bank statement, then ask again.',
  D05: 'It no longer counts three years after it happened.',
  D04: 'It no longer counts twelve months after it happened, if every payment since is on time.',
  D06: 'Ask again when 90 days have passed, and apply for no other credit until then.',
  D03: 'Pay every bill on time; a score takes about 90 days to move.',
  D07: 'Ask again when you pay less elsewhere; the next report is read after 30 days.',
  D08: 'Ask again when your income has risen or you pay less elsewhere; the next report is read after 30 days.',
};
const TOO_OLD = 'We lend up to the age of 60.';
const THIN_FILE = 'Send a salary slip or bank statement that shows at least ₹25,000 a month, then ask again.';

/** When a decline may end otherwise, and what to do until then. Rule: LEND-13 (a declined person is told). */
export function nextStep(code: DeclineCode, facts: RetryFacts): Next {
  const at = (when: RetryWhen, on: BusinessDate | null = null, text = TEXTS[code]): Next => ({
    when,
    on,
    text,
  });
  const { bureau, decidedOn } = facts;
  const nextReport = addDays(bureau.pulledOn, REPORT_DAYS);
  switch (code) {
    case 'D09':
      return at('after_kyc');
    case 'D10':
    case 'D11':
      return at('ask_us');
    case 'D12':
      return at('after_repaying');
    case 'D01':
      return facts.inputs.age < LIMIT_POLICY.minAge
        ? at('on_date', addMonths(facts.dateOfBirth, 12 * LIMIT_POLICY.minAge))
        : at('never', null, TOO_OLD);
    case 'D14':
      return at('now');
    case 'D02':
      return at('after_evidence');
    case 'D05':
      return at('on_date', monthsAfter(bureau.writtenOffOn, BUREAU_WINDOWS.writtenOffMonths, decidedOn));
    case 'D04':
      return at('on_date', monthsAfter(bureau.lateOn, BUREAU_WINDOWS.lateMonths, decidedOn));
    case 'D06':
      return at('on_date', addDays(decidedOn, BUREAU_WINDOWS.enquiryDays));
    case 'D03':
      return facts.inputs.score < 300
        ? at('after_evidence', null, THIN_FILE)
        : at('on_date', addDays(decidedOn, SCORE_MOVES_DAYS));
    case 'D07':
    case 'D08':
      return at('on_date', nextReport);
  }
}

/** The first day of the month after the window; the report names months, not days. */
function monthsAfter(on: string | null | undefined, months: number, otherwise: BusinessDate): BusinessDate {
  return addMonths((on ?? otherwise) as BusinessDate, months + 1);
}

/** The latest of the dated reasons; null when none has a date. */
export function retryAfter(reasons: readonly CreditReason[]): string | null {
  const dates = reasons.flatMap(({ next }) => (next?.on ? [next.on] : []));
  return dates.sort().at(-1) ?? null;
}
