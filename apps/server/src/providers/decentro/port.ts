import type { CallContext, Paise } from '../call-context.ts';
import { ProviderRejected } from '../errors.ts';

export interface BureauSummary {
  activeAccountCount: number;
  overdueAmount: Paise;
  overdueAccountCount: number;
  totalBalance: Paise;
  enquiries30DaysCount: number;
  /** Enquiries of other lenders in the 90 days before the report. */
  enquiries90DaysCount: number;
  /** Monthly instalments of all open accounts together. */
  monthlyObligations: Paise;
  /** First day of the latest month within 12 in which an account was 30 or more days late; undefined when none was. */
  late30On?: string;
  /** First day of the latest month within 36 in which an account was written off or settled; undefined when none was. */
  writtenOffOn?: string;
  /** Months the oldest account has been open; undefined when the file does not say. */
  oldestAccountMonths?: number;
}

export type BureauReport =
  | { kind: 'score'; score: number; model: string; summary: BureauSummary; reportRef: string }
  | { kind: 'no_hit'; reportRef: string }
  | { kind: 'thin_file'; summary: BureauSummary; reportRef: string };

export interface BureauPull {
  /** Becomes the provider's unique reference: the same attempt always uses the same key. */
  key: string;
  consentId: string;
  name: string;
  pan: string;
  /** ISO date. */
  dateOfBirth: string;
  /** Ten digits. */
  mobile: string;
  address: string;
  /** Six digits; left out where nobody told one. */
  pincode?: string;
}

/** The bureau gives no report without a PIN code, or does not know the one it was told. */
export class PinCodeMissing extends ProviderRejected {}

export interface CreditBureauPort {
  /**
   * Each pull may leave an enquiry on the person's file. After an unknown outcome the caller repeats once with
   * the same key; ProviderDuplicate then means "it happened, the answer is lost", and no score is invented.
   */
  pull(i: BureauPull, c: CallContext): Promise<BureauReport>;
}
