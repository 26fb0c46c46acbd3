import { matchFact, type ReviewHandler } from '#features/reviews/index.ts';
import { lockAccounts } from './bank-accounts.repo.ts';
import { settleAndTell, type SettleDeps } from './bank-accounts.settle.ts';
import * as work from './bank-accounts.work.repo.ts';

/** Reviews a near match of names: shows the facts to compare and applies the verdict. Rule: LEND-24. */
export function bankAccountReview(deps: Pick<SettleDeps, 'notifier'>): ReviewHandler {
  return {
    kind: 'bank_account',
    async facts(tx, { userId, subjectId: accountId }) {
      const row = await work.findReviewed(tx, { userId, accountId });
      if (!row) return [];
      return [
        { code: 'name_in_profile', value: (await work.findHolder(tx, userId)) ?? '' },
        { code: 'name_at_bank', value: row.name_at_bank ?? '' },
        ...matchFact(row.name_percent),
        { code: 'bank_account', value: `${row.bank_name} ${row.masked_number}`.trim() },
      ];
    },
    fileId: () => Promise.resolve(undefined),
    async dropIfMoot(tx, { userId, subjectId: accountId }) {
      await lockAccounts(tx, userId);
      return (await work.findReviewed(tx, { userId, accountId })) === undefined;
    },
    async apply(tx, { userId, subjectId: accountId }, verdict, now) {
      const ids = { userId, accountId };
      await lockAccounts(tx, userId);
      const row = await work.findReviewed(tx, ids);
      // Removed meanwhile: there is nothing to decide about.
      if (!row) return;
      const isApproved = verdict.decision === 'approve';
      const settlement: work.Settlement = isApproved
        ? { status: 'verified', reason: null, nameAtBank: row.name_at_bank ?? undefined }
        : { status: 'rejected', reason: 'name_mismatch' };
      const percent = row.name_percent ?? undefined;
      await settleAndTell(deps, tx, ids, row, { ...settlement, namePercent: percent }, now, verdict.reason);
    },
  };
}
