import {
  type AnswerOf,
  type BodyOf,
  EVIDENCE_MONTHS,
  EVIDENCE_TYPES,
  type IncomeEvidence,
  type postIncomeEvidence,
} from '@mohlat/contract';
import { addMonths, type BusinessDate, formatRupees, istDate, paise } from '@mohlat/money';
import { fileTypeFromBuffer } from 'file-type';
import type { FeatureContext } from '#features/context.ts';
import { asSentence, type Notifier } from '#features/notifications/index.ts';
import { keepOpen } from '#features/open-account.ts';
import { openReview, type ReviewHandler } from '#features/reviews/index.ts';
import { settingsAt } from '#features/settings/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import * as repo from './credit.evidence.repo.ts';

export interface EvidenceService {
  /** Asked before the document is read. Throws onboarding_incomplete, evidence_pending. */
  maySend(actor: Actor): Promise<void>;
  /**
   * Keeps a document and puts it before the reviewers. Throws onboarding_incomplete, evidence_pending,
   * evidence_unreadable. Rule: LEND-B04.
   */
  send(
    actor: Actor,
    form: BodyOf<typeof postIncomeEvidence>,
    content: Buffer,
  ): Promise<AnswerOf<typeof postIncomeEvidence>>;
}

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'files' | 'limits'>;

export function createEvidenceService({ api, clock, files, limits }: Deps): EvidenceService {
  return {
    maySend: (actor) => api.asUser(actor, (tx) => refuseEarly(tx, actor.userId)),
    async send(actor, form, content) {
      const { userId } = actor;
      await api.asUser(actor, (tx) => refuseEarly(tx, userId));
      // The type comes from the bytes (magic number), not from the name or label the sender gave.
      const found = await fileTypeFromBuffer(content);
      const type = EVIDENCE_TYPES.find((one) => one === found?.mime);
      if (!type) throw new DomainError('evidence_unreadable');
      await limits.count(actor, 'income_evidence');
      const file = { purpose: 'income', type, content } as const;
      const first = (tx: Tx) => refuseEarly(tx, userId);
      return files.store(actor, file, first, async (tx, fileId) => {
        const id = newId();
        const now = clock.now();
        const { kind, monthlyIncomePaise: declaredIncomePaise } = form;
        await repo.insertEvidence(tx, userId, { id, kind, fileId, declaredIncomePaise }, now);
        await openReview(tx, { userId, kind: 'income', subjectId: id }, now);
        const row = await repo.findEvidence(tx, userId, id);
        invariant(row, 'evidence just written is gone');
        return toEvidence(row, clock.today());
      });
    },
  };
}

async function refuseEarly(tx: Tx, userId: string): Promise<void> {
  await keepOpen(tx, userId);
  if (!(await repo.lockForEvidence(tx, userId))) throw new DomainError('onboarding_incomplete');
  const latest = await repo.findLatestEvidence(tx, userId);
  if (latest?.status === 'pending') throw new DomainError('evidence_pending');
}

/** As the contract tells of it; what is past its last day counts no longer. */
export function toEvidence(row: repo.EvidenceRow, today: BusinessDate): IncomeEvidence {
  const isExpired = row.status === 'verified' && row.valid_until !== null && row.valid_until < today;
  return {
    id: row.id,
    kind: row.kind,
    status: isExpired ? 'expired' : row.status,
    monthlyIncomePaise: row.declared_income_paise,
    verifiedIncomePaise: row.verified_income_paise,
    reason: row.reason,
    sentAt: row.created_at.toISOString(),
    validUntil: row.valid_until,
  };
}

const UNREADABLE = 'The document does not show your name, the employer or bank, and a monthly income.';

/**
 * Reviews a document of income: shows the facts to compare and applies the verdict. An income above the bound of the settings
 * counts once a second person has read the document, too; the lower reading counts. Rule: LEND-P2, LEND-24 (maker and checker)
 */
export function createIncomeReview({ notifier }: { readonly notifier: Notifier }): ReviewHandler {
  return {
    kind: 'income',
    async facts(tx, subject) {
      const { userId, subjectId } = subject;
      const row = await repo.findEvidence(tx, userId, subjectId);
      if (!row) return [];
      const firstPaise = await repo.findFirstReading(tx, subject);
      return [
        { code: 'evidence_kind', value: row.kind },
        { code: 'declared_income', value: formatRupees(paise(row.declared_income_paise)) },
        ...(firstPaise === undefined
          ? []
          : [{ code: 'first_read_income', value: formatRupees(paise(firstPaise)) }]),
        { code: 'sent_at', value: row.created_at.toISOString() },
      ];
    },
    async noted(tx, { userId, subjectId }) {
      const row = await repo.findEvidence(tx, userId, subjectId);
      return row ? { declaredIncomePaise: row.declared_income_paise } : {};
    },
    fileId: async (tx, { userId, subjectId }) => (await repo.findEvidence(tx, userId, subjectId))?.file_id,
    async apply(tx, subject, { decision, reason }, now) {
      const { userId, subjectId, reviewId } = subject;
      const row = await repo.findEvidence(tx, userId, subjectId);
      if (row?.status !== 'pending') return;
      const text = reason ?? UNREADABLE;
      const readPaise = (await repo.findReadIncome(tx, userId, reviewId)) ?? row.declared_income_paise;
      const firstPaise = await repo.findFirstReading(tx, subject);
      const { incomeByOnePaise } = await settingsAt(tx, now);
      if (decision === 'approve' && firstPaise === undefined && readPaise > incomeByOnePaise) {
        await openReview(tx, { userId, kind: 'income', subjectId, isForStaff: true }, now);
        return;
      }
      const incomePaise = Math.min(readPaise, firstPaise ?? readPaise);
      if (decision === 'approve') {
        const validUntil = addMonths(istDate(now.getTime()), EVIDENCE_MONTHS);
        await repo.approveEvidence(tx, userId, row.id, { incomePaise, validUntil }, now);
      } else {
        await repo.rejectEvidence(tx, userId, row.id, text, now);
      }
      await notifier.notify(
        tx,
        userId,
        decision === 'approve' ? approvedNotice(incomePaise) : rejectedNotice(text),
        now,
      );
      await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
    },
  };
}

function approvedNotice(incomePaise: number) {
  return {
    type: 'success',
    icon: 'check',
    title: 'Your income is verified',
    description: `We go by ${formatRupees(paise(incomePaise))} a month. Ask for a new assessment to see what it changes.`,
    inHindi: {
      title: 'आपकी आय सत्यापित हुई',
      description: `हम महीने के ${formatRupees(paise(incomePaise))} मानते हैं। इससे क्या बदलता है, यह देखने के लिए नया आकलन माँगें।`,
    },
    link: '/dashboard/credit',
  } as const;
}

function rejectedNotice(typed: string) {
  const reason = asSentence(typed);
  return {
    type: 'warning',
    icon: 'alert',
    title: 'We could not verify your income',
    description: `${reason} You may send another document.`,
    inHindi: {
      title: 'हम आपकी आय सत्यापित नहीं कर सके',
      description: `${reason} आप दूसरा दस्तावेज़ भेज सकते हैं।`,
    },
    link: '/dashboard/credit',
  } as const;
}
