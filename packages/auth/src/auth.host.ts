import type { Tx } from '@mohlat/platform/db/transactions.ts';
import type { AdminAct, AuthMessage } from './auth.messages.ts';

/** Paths of the host's own pages that mails and messages lead to. */
export interface HostPages {
  /** Says that a mail's link was good; links lead here where a request named no permitted target. */
  readonly confirmed: string;
  /** Opens the link of an SMS: it has a button, as phones look at links before people do. */
  readonly enter: string;
  /** Takes a change back: it has a button and gives no session. */
  readonly undo: string;
  /** Shows sessions, factors and the password. */
  readonly security: string;
  /** Asks for a way back into an account. */
  readonly recovery: string;
}

/** An account whose owner took a change back. */
export interface Undone {
  readonly userId: string;
  readonly appMetadata: Readonly<Record<string, unknown>>;
  /** The address of whoever pressed the link. */
  readonly ip: string;
}

/**
 * The product around the auth server, and everything the auth server asks of it. Its functions are called within the
 * transaction that caused them: what they write exists exactly when that transaction commits. The `Tx` is the one that the
 * host's own `Database` gave: a host may take it for the richer one it knows.
 */
export interface AuthHost {
  /** As people know the product. Authenticators and passkeys show it, and a password made of it is refused. */
  readonly name: string;
  /** As `/settings` calls the sender of the SMS. */
  readonly smsProvider: string;
  readonly pages: HostPages;
  /** Digits of a typed code, and of one after too many wrong tries. */
  readonly codeDigits: { readonly usual: number; readonly long: number };
  /** The time for which a second factor, once shown, opens the change of factors. */
  readonly stepUpSeconds: number;
  /** Keys of `user_metadata` that are written at sign-up and never changed by the person. */
  readonly signUpMarks: ReadonlySet<string>;
  /** Keys of `user_metadata` that are never kept, whoever sends them. */
  readonly unkeptKeys: ReadonlySet<string>;
  /** Gives a name that a person typed as it is kept and shown: one line, without invisible characters. */
  cleanName(name: string): string;
  /** Queues a mail or an SMS. */
  send(tx: Tx, message: AuthMessage): Promise<void>;
  /** Writes down what a program did to an account with the service's token. */
  noteAdminAct(tx: Tx, act: AdminAct, now: Date): Promise<void>;
  /**
   * The `app_metadata` that stays when the owner of an account took a stranger's change back. From then on a mailbox or a mobile
   * may be all that proves the owner, since factors of after the change are gone: take out what opens more than their own.
   */
  afterUndo(tx: Tx, undone: Undone, now: Date): Promise<Readonly<Record<string, unknown>>>;
  /** Tells open streams of the account to look again: sessions of it ended, or it changed. */
  announce(tx: Tx, userId: string): Promise<void>;
}
