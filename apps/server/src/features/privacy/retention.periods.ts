import { addDays, addMonths, type BusinessDate, financialYearFrom, financialYearOf } from '@mohlat/money';

export interface Text {
  readonly en: string;
  readonly hi: string;
}

/** The time for which something is kept after an account is closed, and its legal ground. Rule: LEND-24. */
interface Period {
  readonly months?: number;
  /** Whole financial years (April to March) after the one in which the account was closed. */
  readonly financialYears?: number;
  readonly why: Text;
}

export const PERIODS = {
  kyc: {
    months: 60,
    why: {
      en: 'identity records are kept for 5 years after the relationship ends (rules against money laundering)',
      hi: 'पहचान का रिकॉर्ड संबंध समाप्त होने के 5 साल बाद तक रखना होता है (धन-शोधन रोकने के नियम)',
    },
  },
  books: {
    financialYears: 8,
    why: {
      en: 'account books are kept for 8 financial years; afterwards nothing in them leads to you',
      hi: 'बहीखाते 8 वित्तीय वर्ष तक रखने होते हैं; उसके बाद उनमें आपसे जुड़ा कुछ नहीं रहता',
    },
  },
  decision: {
    months: 84,
    why: {
      en: 'proof of what you agreed to and of how your limit was decided is kept for 7 years',
      hi: 'आपकी सहमति और लिमिट के फ़ैसले का प्रमाण 7 साल तक रखा जाता है',
    },
  },
  application: {
    months: 12,
    why: {
      en: 'an application that did not become a loan is kept for 12 months',
      hi: 'जो आवेदन ऋण नहीं बना, वह 12 महीने तक रखा जाता है',
    },
  },
  access: {
    months: 12,
    why: {
      en: 'who read or copied personal data is kept on record for 1 year',
      hi: 'निजी डेटा किसने देखा या कॉपी किया, इसका रिकॉर्ड 1 साल तक रखना होता है',
    },
  },
} as const satisfies Record<string, Period>;
export type PeriodName = keyof typeof PERIODS;

/** The last day on which something closed on a day is kept. */
export function keptUntil(name: PeriodName, closedOn: BusinessDate): BusinessDate {
  const period: Period = PERIODS[name];
  if (period.financialYears === undefined) return addMonths(closedOn, period.months ?? 0);
  return financialYearFrom(financialYearOf(closedOn).startYear + period.financialYears).throughOn;
}

/** The last day of closing whose time is over today; what was closed later is still kept. */
export function closedBy(name: PeriodName, today: BusinessDate): BusinessDate {
  const period: Period = PERIODS[name];
  if (period.financialYears === undefined) {
    const day = addMonths(today, -(period.months ?? 0));
    return keptUntil(name, day) < today ? day : addDays(day, -1);
  }
  return financialYearFrom(financialYearOf(today).startYear - period.financialYears - 1).throughOn;
}
