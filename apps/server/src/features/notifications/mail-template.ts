export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The same thing for every language somebody may read in: what misses one does not compile. */
export type InEach<T> = Readonly<Record<Language, T>>;

export interface MailTemplate {
  readonly subject: string;
  readonly text: string;
  /** What a button in the mail says; its address is the variable `link`. */
  readonly button?: string;
}

/** What is said of one thing: by mail, by SMS or by both. */
export interface MessageTexts {
  readonly mail?: InEach<MailTemplate>;
  /** Equals the text registered with the operators, its variables aside. */
  readonly sms?: InEach<string>;
}
