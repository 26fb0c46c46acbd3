import { CLOSURE_BLOCKERS, type ClosurePreview, errorSentence } from '@mohlat/contract';
import { addMonths, type BusinessDate, formatRupees, paise } from '@mohlat/money';
import type { HeldTable, Standing, TopicName } from '#features/personal-data.ts';
import { keptUntil, type PeriodName, PERIODS, type Text } from './retention.periods.ts';
import { TOLD, type ToldLine } from './retention.told.ts';
import { byTopic, TOPICS } from './topics.ts';

export type Language = 'en' | 'hi';

/** The obligations that stand in the way of closing, as the database counted them. */
export interface Obligations {
  /** The account is staff's: what was done with it needs somebody to answer for it. No amount. */
  readonly staff_account: { readonly amountPaise: number; readonly count: number };
  readonly payment_under_way: { readonly amountPaise: number; readonly count: number };
  readonly money_owed: { readonly amountPaise: number; readonly count: number };
  readonly refund_due: { readonly amountPaise: number; readonly count: number };
  readonly dispute_open: { readonly amountPaise: number; readonly count: number };
}

/** The reasons for which an account stays open, the weightiest first, each with its figures. */
export function blockersOf(obligations: Obligations, language: Language): ClosurePreview['blockers'] {
  return CLOSURE_BLOCKERS.filter((code) => obligations[code].count > 0).map((code) => {
    const { amountPaise, count } = obligations[code];
    const rupees = formatRupees(paise(amountPaise), { decimals: 'always' });
    const sentence = errorSentence(code, language);
    return { code, amountPaise, count, text: amountPaise === 0 ? sentence : `${sentence} (${rupees})` };
  });
}

/** The rupees that end with an account: they can be used in it alone, or are too few to be sent. */
export interface Forfeits {
  readonly rewardsPaise: number;
  readonly remainderPaise: number;
}

/** Names the rupees that a person gives up by closing, in sentences for the list of what goes. */
export function forfeitsOf(forfeits: Forfeits, language: Language): string[] {
  const { rewardsPaise, remainderPaise } = forfeits;
  const rupees = (amount: number) => formatRupees(paise(amount), { decimals: 'always' });
  const lines = {
    en: {
      rewards: (amount: string) => `rewards that you have not used (${amount})`,
      remainder: (amount: string) =>
        `less than one rupee of a repayment, which no bank transfer can carry (${amount} in all)`,
    },
    hi: {
      rewards: (amount: string) => `इस्तेमाल न किए गए रिवॉर्ड (${amount})`,
      remainder: (amount: string) =>
        `किसी भुगतान से एक रुपये से कम बची रकम, जो बैंक से भेजी नहीं जा सकती (कुल ${amount})`,
    },
  }[language];
  return [
    ...(rewardsPaise > 0 ? [lines.rewards(rupees(rewardsPaise))] : []),
    ...(remainderPaise > 0 ? [lines.remainder(rupees(remainderPaise))] : []),
  ];
}

/** The facts about a person that decide their standing. */
export interface History {
  readonly hadLimit: boolean;
  readonly hasPaid: boolean;
  readonly wasAssessed: boolean;
  readonly hasVerified: boolean;
}

export function standingOf(history: History): Standing {
  if (history.hadLimit || history.hasPaid) return 'customer';
  return history.wasAssessed || history.hasVerified ? 'applicant' : 'visitor';
}

/**
 * From when PAN and Aadhaar document of a closed account may be claimed by another one: a person who was refused, or whose credit only staff
 * set free (suspended for arrears or by hand, revoked), cannot begin again by closing the account. Rule: LEND-14, LEND-24.
 */
export function claimReleasedFrom(isBarred: boolean, now: Date): Date {
  if (!isBarred) return now;
  const day = new Date(now);
  day.setUTCMonth(day.getUTCMonth() + PERIODS.application.months);
  return day;
}

export interface Fates {
  readonly erased: string[];
  readonly kept: { what: string; why: string; until: string | null }[];
}

/** The honest list: what goes, what stays, for how long and why. `filled`: tables in which the person has rows. */
export function fatesOf(
  held: readonly HeldTable[],
  standing: Standing,
  filled: { readonly kept: ReadonlySet<string>; readonly erased: ReadonlySet<string> },
  about: {
    readonly closedOn: BusinessDate;
    readonly hasClaim: boolean;
    readonly forfeits: Forfeits;
    readonly language: Language;
  },
): Fates {
  const { language } = about;
  // The closing itself is written down.
  const periods = periodsOf(
    byTopic(held).filter(({ table }) => filled.kept.has(table) || table === 'access_log'),
    standing,
  );
  const stays = new Set(periods.map(({ topic }) => topic));
  const goes = new Set(
    byTopic(held)
      .filter(({ table }) => filled.erased.has(table))
      .map(({ topic }) => topic),
  );
  const kept = periods.map(({ topic, period }) => ({
    what: keptOf(topic, standing)[language],
    why: PERIODS[period].why[language],
    until: keptUntil(period, about.closedOn) as string | null,
  }));
  const outlived = held.flatMap(({ table, outlived: rest }) =>
    rest && filled.erased.has(table)
      ? [
          {
            what: rest.what[language],
            why: rest.why[language],
            until: addMonths(about.closedOn, rest.months),
          },
        ]
      : [],
  );
  const hash = {
    en: {
      what: 'coded forms of your PAN and of your Aadhaar document that cannot be turned back',
      why: 'against fraud, which they are marked with where we find one: they say nothing to anybody who does not know the PAN or the document',
    },
    hi: {
      what: 'PAN और आधार दस्तावेज़ के ऐसे कूट रूप जिनसे वे वापस नहीं बनाए जा सकते',
      why: 'धोखाधड़ी रोकने के लिए, और धोखाधड़ी मिलने पर इन पर निशान लगता है: जिसे PAN या दस्तावेज़ नहीं पता, उसे इनसे कुछ पता नहीं चलता',
    },
  }[language];
  const signIn = {
    en: 'e-mail address, mobile number, the income in your profile, password and every log-in that is open',
    hi: 'ई-मेल पता, मोबाइल नंबर, प्रोफ़ाइल में लिखी आय, पासवर्ड और सभी खुले लॉग-इन',
  }[language];
  return {
    erased: [
      ...forfeitsOf(about.forfeits, language),
      signIn,
      ...[...goes].filter((topic) => !stays.has(topic)).map((topic) => TOPICS[topic].held[language]),
    ],
    kept: [
      ...kept,
      ...outlived,
      ...Object.values(TOLD).map(({ what, why, until }) => ({
        what: what[language],
        why: why[language],
        until: lastDayOf(until, about.closedOn),
      })),
      ...(about.hasClaim ? [{ ...hash, until: null }] : []),
    ],
  };
}

function lastDayOf(until: ToldLine['until'], closedOn: BusinessDate): BusinessDate | null {
  if (until === 'for_good') return null;
  return typeof until === 'string' ? keptUntil(until, closedOn) : addMonths(closedOn, until.months);
}

function keptOf(topic: TopicName, standing: Standing): Text {
  const { held, kept, keptOfVisitor } = TOPICS[topic];
  return (standing === 'visitor' ? keptOfVisitor : undefined) ?? kept ?? held;
}

/**
 * Whether the rows of a table are part of an application, and go with it when it was refused and its time is over. Rule: LEND-24.
 */
export function isOfApplication({ topic, fate }: HeldTable): boolean {
  const mine = fate.applicant;
  if (mine === 'erase') return topic === 'identity' || topic === 'files';
  return mine.keep === 'application' && mine.atEnd === 'erase';
}

/** Each topic once, with the longest it is kept for. */
function periodsOf(
  held: readonly HeldTable[],
  standing: Standing,
): { topic: TopicName; period: PeriodName }[] {
  const longest = new Map<TopicName, PeriodName>();
  const anchor = '2020-01-01' as BusinessDate;
  for (const { topic, fate } of held) {
    const mine = fate[standing];
    // The closing itself writes no data of a person.
    if (mine === 'erase' || topic === 'mechanism') continue;
    const known = longest.get(topic);
    if (!known || keptUntil(known, anchor) < keptUntil(mine.keep, anchor)) longest.set(topic, mine.keep);
  }
  return [...longest].map(([topic, period]) => ({ topic, period }));
}
