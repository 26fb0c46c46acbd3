export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The same thing for every language a person may read in: what misses one does not compile. */
export type InEach<T> = Readonly<Record<Language, T>>;

export interface MailTemplate {
  readonly subject: string;
  readonly text: string;
  /** The label of the mail's button; its address is the variable `link`. */
  readonly button?: string;
}

/** The texts about one event: by mail, by SMS or by both. */
export interface MessageTexts {
  readonly mail?: InEach<MailTemplate>;
  /** Equals the text registered with the operators, its variables aside. */
  readonly sms?: InEach<string>;
}

/** One reminder in one language. The subject is also the title in the app. */
interface ReminderText {
  readonly subject: string;
  /** The line in the app. */
  readonly app: string;
  readonly mail: string;
  /** Equals the text registered with the operators, its variables aside. */
  readonly sms: string;
}

export interface Reminder {
  readonly en: ReminderText;
  readonly hi: ReminderText;
  /** Opens the payment's page. */
  readonly button: Readonly<Record<Language, string>>;
}
