/** Texts that go by mail, and by SMS to an account without a proven address. */
export type NoticeTemplate =
  | 'auth.change_begun'
  | 'auth.contact_taken_back'
  | 'auth.password_changed'
  | 'auth.email_changed'
  | 'auth.phone_changed'
  | 'auth.factor_added'
  | 'auth.factor_removed'
  | 'auth.factor_locked'
  | 'auth.factor_code_used_again'
  | 'auth.recovery_codes_locked'
  | 'auth.identity_linked'
  | 'auth.identity_unlinked'
  | 'auth.recovery_codes_made'
  | 'auth.new_sign_in'
  | 'auth.passwords_refused';

export type MailTemplate =
  | NoticeTemplate
  | 'auth.confirm'
  | 'auth.magic_link'
  | 'auth.recovery'
  | 'auth.invite'
  | 'auth.email_change'
  | 'auth.reauthentication';

export type SmsTemplate = NoticeTemplate | 'auth.otp' | 'auth.otp_link';

interface About {
  /** Values for the blanks of the text: `code`, `link`, `minutes`, `newEmail` and others, by template. */
  readonly vars: Readonly<Record<string, string>>;
  /** The account it concerns. */
  readonly userId: string;
  /** The languages of the page that asked for it (`Accept-Language`), for an account that has chosen none. */
  readonly askedIn?: string | undefined;
}

/** A mail or SMS that the host words and sends. `to` is an address, or a number with its country code (`919812345678`). */
export type AuthMessage = About &
  (
    | { readonly channel: 'email'; readonly to: string; readonly template: MailTemplate }
    | { readonly channel: 'sms'; readonly to: string; readonly template: SmsTemplate }
  );

/** An act of a program on an account with the service's token; never the value of a secret. */
export interface AdminAct {
  readonly action:
    | 'account.created'
    | 'account.changed'
    | 'account.deleted'
    | 'account.factor_changed'
    | 'account.factor_removed'
    | 'account.invited'
    | 'account.link_made';
  readonly userId: string;
  readonly details: object;
  readonly ip: string;
  /** Until when its person is shut out from now on, by the product's clock; null: no longer. Left out where that was not changed. */
  readonly bannedUntil?: Date | null | undefined;
}
