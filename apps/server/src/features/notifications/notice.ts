import type { Language } from './texts/mail-template.ts';
import type { PaperOrder } from './messages.ts';
import type { MailTemplateName, SmsTemplateName } from './texts/templates.ts';

/**
 * Whether a person may refuse it: `must` is what the law or their money asks for and always comes; `service` follows
 * their preferences; `marketing` needs their consent besides. Rule: LEND-24.
 */
export type NoticeKind = 'must' | 'service' | 'marketing';

interface Told {
  /** `must` when it is left out. */
  readonly kind?: NoticeKind;
  readonly type: 'success' | 'warning' | 'info' | 'reward';
  readonly icon: string;
  readonly title: string;
  readonly description: string;
  /** The page it is about, a path of the web app; the one of `vars.link` where it is left out. */
  readonly link?: string;
  readonly vars?: Readonly<Record<string, string>>;
  /** The documents attached to the mail. */
  readonly papers?: Omit<PaperOrder, 'userId'>;
  /** The app has the line already; only mail and SMS are left. */
  readonly isSaidInApp?: boolean;
  /**
   * The event it tells of, by a name of its own, such as `payment.late_success:<id>`: the person is told of it once, however
   * often and from however many places it is asked for. Only of kind `must`, which always has a line in the app.
   */
  readonly once?: string;
  /** The id of what it tells of, for which it is asked later whether it left. Only of what the worker tells. */
  readonly aboutId?: string;
  /** A mail or SMS that could not leave before this instant does not leave at all. */
  readonly until?: Date;
}

interface InBoth {
  /** Also sent by mail and SMS where the person has given an address. */
  readonly template: MailTemplateName & SmsTemplateName;
  /** Title and description in Hindi; where they are left out, the first lines of the mail say it. */
  readonly inHindi: Pick<Told, 'title' | 'description'>;
  /** The language of title and description, which then are written for each; English where it is left out. */
  readonly language: Language;
}

/** At least one of what says a notice in the second language too. */
type Said = {
  [Way in keyof InBoth]: Pick<InBoth, Way> & Partial<Omit<InBoth, Way>>;
}[keyof InBoth];

export type Notice = Told & Said;

/** A notice, or the way to write it in a language: its days and amounts are words of that language. */
export type Written = Notice | ((language: Language) => Notice);
