import type { FailurePolicy } from '@mohlat/lending';
import { type BusinessDate, formatRupees, paise } from '@mohlat/money';
import { writtenDay } from '#features/notifications/index.ts';

/** What there is to say of a debit that was not made. */
interface FailedDebit {
  readonly policy: FailurePolicy;
  /** What the return cost; zero for nothing. */
  readonly chargedPaise: number;
  /** The day of the next try. */
  readonly next: BusinessDate | undefined;
  /** The last day before a late charge. */
  readonly freeUntil: BusinessDate;
  readonly today: BusinessDate;
}

type Language = 'en' | 'hi';

export const FAILED_TITLE = {
  en: (amount: string) => `${amount} could not be collected`,
  hi: (amount: string) => `${amount} नहीं लिए जा सके`,
} as const satisfies Record<Language, unknown>;

const WORDS = {
  en: {
    funds: 'There was not enough money in your account.',
    dead: 'Your bank says that the autopay is no longer active. Do you want to set it up again?',
    other: 'The debit did not go through.',
    charge: (amount: string) => `A bounce charge of ${amount} applies.`,
    again: (day: string) => `We try once more on ${day}, and tell you before. You can also pay now.`,
    last: 'We do not try again. Please pay it yourself.',
    free: (day: string) => `Paid by ${day}, no late charge arises.`,
  },
  hi: {
    funds: 'आपके खाते में पर्याप्त रकम नहीं थी।',
    dead: 'आपके बैंक के अनुसार ऑटोपे अब चालू नहीं है। क्या आप उसे फिर से चालू करना चाहते हैं?',
    other: 'रकम नहीं ली जा सकी।',
    charge: (amount: string) => `${amount} का बाउंस शुल्क लगा है।`,
    again: (day: string) => `हम ${day} को एक बार और कोशिश करेंगे और पहले बताएँगे। आप अभी भी चुका सकते हैं।`,
    last: 'हम दोबारा कोशिश नहीं करेंगे। कृपया ख़ुद चुकाएँ।',
    free: (day: string) => `${day} तक चुकाने पर कोई विलंब शुल्क नहीं लगेगा।`,
  },
} as const;

/** Why a debit was not made, what it cost, and what comes next; in one language. Rule: LEND-20, LEND-L4 */
export function failedText(language: Language, failed: FailedDebit): string {
  const words = WORDS[language];
  const { policy, chargedPaise, next, freeUntil, today } = failed;
  const isNextLate = next === undefined || next > freeUntil;
  return [
    policy === 'funds' ? words.funds : policy === 'dead' ? words.dead : words.other,
    chargedPaise > 0 ? words.charge(formatRupees(paise(chargedPaise))) : undefined,
    next ? words.again(writtenDay(next, language)) : words.last,
    today <= freeUntil && isNextLate ? words.free(writtenDay(freeUntil, language)) : undefined,
  ]
    .filter((one) => one !== undefined)
    .join(' ');
}
