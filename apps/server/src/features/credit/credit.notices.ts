import type { CreditReason } from '@mohlat/contract';
import { type BusinessDate, type CreditHold, formatRupees, paise } from '@mohlat/money';
import {
  asSentence,
  type Language,
  type Notice,
  type Notifier,
  writtenDay,
} from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { holdText, type OverdueNow } from './credit.reasons.ts';

interface Deps {
  readonly notifier: Notifier;
  readonly config: { readonly publicUrl: string };
}

const linkOf = ({ config }: Deps) => `${config.publicUrl}/dashboard/credit`;

const LOWERED = {
  en: {
    title: (amount: string) => `Your credit limit is now ${amount}`,
    after: 'What you owe and how you repay it stay the same.',
  },
  hi: {
    title: (amount: string) => `आपकी क्रेडिट लिमिट अब ${amount} है`,
    after: 'जो आप पर बकाया है और जैसे आप चुकाते हैं, वह वैसा ही रहेगा।',
  },
} as const satisfies Record<Language, unknown>;

/** Rule: LEND-P1. A limit that falls is told at once, with its reasons in the reader's language. */
export async function tellLowered(
  deps: Deps,
  tx: Tx,
  userId: string,
  lowered: { readonly limitPaise: number; readonly reasons: Readonly<Record<Language, string>> },
  now: Date,
): Promise<void> {
  const amount = formatRupees(paise(lowered.limitPaise));
  const write = (language: Language): Notice => {
    const reasons = lowered.reasons[language];
    const { title, after } = LOWERED[language];
    return {
      type: 'warning',
      icon: 'alert',
      title: title(amount),
      description: `${reasons} ${after}`,
      language,
      template: 'credit.lowered',
      vars: { amount, reasons, link: linkOf(deps) },
    };
  };
  await deps.notifier.notify(tx, userId, write, now);
}

/** Why an assessment lowered a limit. The credit page alone has its reasons in Hindi. Rule: LEND-P1 */
export function reasonsOfAssessment(reasons: readonly CreditReason[]): Record<Language, string> {
  return { en: reasons.map((one) => one.text).join(' '), hi: 'इसके कारण क्रेडिट पेज पर लिखे हैं।' };
}

/** Why two people lowered a limit, as one of them typed it: the credit page has the reasons of the assessment before. Rule: LEND-P1 */
export function reasonsOfCut(typed: string): Record<Language, string> {
  const reason = asSentence(typed);
  return { en: `Our team looked at your account: ${reason}`, hi: `हमारी टीम ने आपका खाता देखा: ${reason}` };
}

export async function tellRaised(
  deps: Deps,
  tx: Tx,
  userId: string,
  limitPaise: number,
  now: Date,
): Promise<void> {
  await deps.notifier.notify(
    tx,
    userId,
    {
      type: 'success',
      icon: 'check',
      title: `Your credit limit is ${formatRupees(paise(limitPaise))}`,
      description: 'It takes effect now. It is never raised unless you ask.',
      inHindi: {
        title: `आपकी क्रेडिट लिमिट ${formatRupees(paise(limitPaise))} है`,
        description: 'यह अभी से लागू है। आपके कहे बिना इसे कभी नहीं बढ़ाया जाता।',
      },
      link: '/dashboard/credit',
    },
    now,
  );
}

/** A higher limit that waits for the person's yes, through a last day in India. Rule: LEND-P1. */
export async function tellOffered(
  deps: Deps,
  tx: Tx,
  userId: string,
  { limitPaise, lastDay }: { readonly limitPaise: number; readonly lastDay: BusinessDate },
  now: Date,
): Promise<void> {
  await deps.notifier.notify(
    tx,
    userId,
    {
      kind: 'service',
      type: 'info',
      icon: 'info',
      title: `You can have a credit limit of ${formatRupees(paise(limitPaise))}`,
      description: `It takes effect when you accept it on the credit page, by ${writtenDay(lastDay, 'en')}.`,
      inHindi: {
        title: `आपको ${formatRupees(paise(limitPaise))} की क्रेडिट लिमिट मिल सकती है`,
        description: `${writtenDay(lastDay, 'hi')} तक क्रेडिट पेज पर स्वीकार करने पर यह लागू होगी।`,
      },
      link: '/dashboard/credit',
    },
    now,
  );
}

const HELD = {
  rests: {
    en: { title: 'New payments are on hold', after: 'Repaying works as before.' },
    hi: { title: 'नए भुगतान रुके हुए हैं', after: 'चुकाना पहले की तरह चलता है।' },
  },
  ended: {
    en: { title: 'Your credit limit has ended', after: 'Repaying works as before.' },
    hi: { title: 'आपकी क्रेडिट लिमिट समाप्त हो गई है', after: 'चुकाना पहले की तरह चलता है।' },
  },
} as const;

/** New payments rest, or are over: why, and what ends it. Rule: LEND-14. */
export async function tellHeld(
  deps: Deps,
  tx: Tx,
  userId: string,
  { hold, overdue }: { readonly hold: CreditHold; readonly overdue: OverdueNow },
  now: Date,
): Promise<void> {
  const hasEnded = hold === 'npa' || hold === 'written_off';
  const write = (language: Language): Notice => {
    const why = holdText(hold, overdue, language);
    const { title, after } = HELD[hasEnded ? 'ended' : 'rests'][language];
    return {
      type: 'warning',
      icon: 'alert',
      title,
      description: `${why} ${after}`,
      language,
      template: hasEnded ? 'credit.ended' : 'credit.on_hold',
      vars: { why, link: linkOf(deps) },
    };
  };
  await deps.notifier.notify(tx, userId, write, now);
}

export async function tellReleased(deps: Deps, tx: Tx, userId: string, now: Date): Promise<void> {
  await deps.notifier.notify(
    tx,
    userId,
    {
      kind: 'service',
      type: 'success',
      icon: 'check',
      title: 'You can pay bills again',
      description: 'Your credit limit is free again.',
      inHindi: {
        title: 'आप फिर से बिल चुका सकते हैं',
        description: 'आपकी क्रेडिट लिमिट फिर उपलब्ध है।',
      },
      link: '/dashboard/credit',
    },
    now,
  );
}

/** Rule: LEND-P3. */
export async function tellReviewDue(deps: Deps, tx: Tx, userId: string, now: Date): Promise<void> {
  await deps.notifier.notify(
    tx,
    userId,
    {
      kind: 'service',
      type: 'info',
      icon: 'info',
      title: 'Your credit limit is due for its half-yearly review',
      description: 'Ask for an assessment on the credit page. Your limit is not raised unless you say so.',
      inHindi: {
        title: 'आपकी क्रेडिट लिमिट की छमाही समीक्षा का समय है',
        description: 'क्रेडिट पेज पर आकलन माँगें। आपके कहे बिना लिमिट नहीं बढ़ाई जाती।',
      },
      link: '/dashboard/credit',
    },
    now,
  );
}
