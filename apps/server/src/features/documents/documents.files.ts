import type { KeyFacts } from '@mohlat/contract';
import { completedAgreement, lastDayOf } from '@mohlat/lending';
import { type BusinessDate, businessDate } from '@mohlat/money';
import { type PaymentFacts, readKeyFacts, toPayment } from '#features/payments/index.ts';
import { lateTermsOf, readSettings } from '#features/settings/index.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import type { Download } from '#platform/http/endpoints.ts';
import { writeAgreementPdf } from './agreement/agreement.pdf.ts';
import type { Language } from './documents.pages.ts';
import type { SettlementFacts, StoredKeyFacts } from './documents.repo.ts';
import { writeKeyFactsPdf } from './agreement/key-facts.pdf.ts';
import { endOf, type NameAt } from './names.ts';
import { type Parties, writeNoDues, writePaymentReceipt } from './receipt/receipts.pdf.ts';
import { type BookedFacts, scheduledOn, writeSchedule } from './agreement/schedule.pdf.ts';
import { type SettledFacts, writeSettlement } from './agreement/settlement.pdf.ts';

/** The two that a paper names, by the instant that it is of. */
export type PartiesAt = (at: Date) => Parties;

/** A PDF under the name it is saved by. */
export function pdfFile(name: string, content: Buffer): Download {
  return { type: 'application/pdf', name: `mohlat-${name.toLowerCase()}.pdf`, content };
}

/** Throws: not_found; an internal error when the statement was altered since it was shown. */
export async function keyFactsFile(
  stored: StoredKeyFacts | undefined,
  language: Language,
): Promise<Download> {
  if (!stored) throw new DomainError('not_found');
  const facts = readStored(stored);
  const agreement = stored.accepted_at
    ? { acceptedAt: stored.accepted_at }
    : { createdAt: stored.created_at, expiresAt: stored.expires_at };
  return pdfFile(
    `key-facts-${facts.proposalNumber.slice(-8)}`,
    await writeKeyFactsPdf(facts, agreement, language),
  );
}

/**
 * Throws: not_found; document_not_ready where no loan was booked; an internal error when the key facts were altered since they
 * were shown.
 */
export async function agreementFile(
  stored: StoredKeyFacts | undefined,
  payment: PaymentFacts | undefined,
  { nameAt, publicUrl }: { readonly nameAt: NameAt; readonly publicUrl: string },
  language: Language,
): Promise<Download> {
  if (!stored || !payment) throw new DomainError('not_found');
  const { accepted_at: acceptedAt, accepted_from: acceptedFrom } = stored;
  if (acceptedAt === null || !isBooked(payment)) throw new DomainError('document_not_ready');
  const facts = readStored(stored);
  const offer = { offeredAt: stored.created_at, openUntil: stored.expires_at };
  const acceptance = { borrower: nameAt(acceptedAt), ...offer, acceptedAt, acceptedFrom, publicUrl };
  return pdfFile(
    `agreement-${facts.proposalNumber.slice(-8)}`,
    await writeAgreementPdf(facts, acceptance, language),
  );
}

/** Throws an internal error when the statement was altered since it was shown. */
function readStored(stored: StoredKeyFacts): KeyFacts {
  const { plan_kind: planKind, settings, settings_version: version } = stored;
  const soldAs = { kind: planKind, instalments: stored.schedule.length };
  return readKeyFacts(stored.content, stored.hash, {
    planKind,
    card: { bankName: stored.bank_name, last4: stored.last4 },
    schedule: stored.schedule.map(({ dueOn, ...row }) => ({ ...row, dueDate: dueOn })),
    late: lateTermsOf(readSettings(version, settings), soldAs),
  });
}

/** Throws: document_not_ready before the bill is paid. */
export async function receiptFile(
  facts: PaymentFacts,
  parties: PartiesAt,
  language: Language,
  today: BusinessDate,
): Promise<Download> {
  if (!hasPaidAt(facts)) throw new DomainError('document_not_ready');
  const paid = { ...facts, isFrozen: toPayment(facts, today).frozen !== null };
  return pdfFile(
    `receipt-${facts.id.slice(-8)}`,
    await writePaymentReceipt(paid, parties(new Date(paid.paidAt)), language),
  );
}

/** Throws: document_not_ready before the loan is booked. */
export async function scheduleFile(
  facts: PaymentFacts,
  parties: PartiesAt,
  language: Language,
  today: BusinessDate,
): Promise<Download> {
  if (!isBooked(facts)) throw new DomainError('document_not_ready');
  const booked = { ...facts, isFrozen: toPayment(facts, today).frozen !== null };
  return pdfFile(
    `schedule-${facts.id.slice(-8)}`,
    await writeSchedule(booked, parties(endOf(scheduledOn(facts))), language),
  );
}

/** Throws: document_not_ready before the loan has ended. */
export async function noDuesFile(
  facts: PaymentFacts,
  parties: PartiesAt,
  language: Language,
): Promise<Download> {
  if (!isRepaid(facts)) throw new DomainError('document_not_ready');
  return pdfFile(
    `no-dues-${facts.id.slice(-8)}`,
    await writeNoDues(facts, parties(endOf(businessDate(facts.closedOn))), language),
  );
}

/** Throws: document_not_ready where no agreed lower sum has ended the loan. */
export async function settlementFile(
  facts: PaymentFacts,
  settlement: SettlementFacts,
  parties: PartiesAt,
  language: Language,
): Promise<Download> {
  if (!isSettled(facts)) throw new DomainError('document_not_ready');
  const freezes = facts.freezes ?? [];
  const agreement = completedAgreement({ ...settlement, freezes });
  invariant(agreement, 'a settled loan has no agreement whose sum is complete');
  const closedOn = businessDate(facts.closedOn);
  const payByOn = lastDayOf(agreement, freezes, closedOn);
  return pdfFile(
    `settlement-${facts.id.slice(-8)}`,
    await writeSettlement(facts, { ...agreement, payByOn }, parties(endOf(closedOn)), language),
  );
}

function isSettled(facts: PaymentFacts): facts is SettledFacts {
  return facts.loanStatus === 'settled' && facts.closedOn !== null && facts.disbursedOn !== null;
}

function hasPaidAt(facts: PaymentFacts): facts is PaymentFacts & { readonly paidAt: string } {
  return facts.paidAt !== null && (facts.billStatus === 'paid' || facts.billStatus === 'reversed');
}

function isBooked(facts: PaymentFacts): facts is BookedFacts {
  return facts.disbursedOn !== null && facts.instalments !== null;
}

/** Closed by repayment or by leaving in time: a written-off loan is not. */
function isRepaid(
  facts: PaymentFacts,
): facts is PaymentFacts & { readonly closedOn: string; readonly disbursedOn: string } {
  const isClosed = facts.loanStatus === 'closed' || facts.loanStatus === 'exited';
  return isClosed && facts.closedOn !== null && facts.disbursedOn !== null;
}
