import { settingsContent } from '@mohlat/contract';
import { z } from 'zod';
import { approvalHandler, type ApprovalHandler } from '#features/approvals/index.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './settings-desk.repo.ts';
import { readableChanges } from './settings-desk.changes.ts';
import { applyContent, readStored, toContent } from './settings-desk.rules.ts';
import { compare, withdrawable } from './settings-desk.service.ts';

const PAYLOAD = z.object({
  baseVersion: z.int(),
  content: settingsContent,
  startsAt: z.string().nullable(),
});

/**
 * A change of terms that two people decide. It begins when it was meant to, or when it is approved, whichever is later:
 * nothing holds backwards. Rule: LEND-S6, LEND-24.
 */
export function settingsApproval(): ApprovalHandler {
  return approvalHandler({
    kind: 'settings',
    payload: PAYLOAD,
    async describe(tx, { payload }) {
      const base = await repo.findVersion(tx, payload.baseVersion);
      const before = readStored(base?.content);
      const after = toContent(applyContent(before, payload.content));
      const newest = await repo.lockNewest(tx);
      return {
        facts: [{ code: 'starts_at', value: payload.startsAt ?? 'at_once' }],
        changes: readableChanges(toContent(before), after),
        isCurrent: newest.row.version === payload.baseVersion,
      };
    },
    async apply(tx, { payload, approvalId, reason }, { now }) {
      const { newest, after, changes } = await compare(tx, payload.baseVersion, payload.content).catch(stale);
      const meant = payload.startsAt === null ? now : new Date(payload.startsAt);
      const startsAt = meant > now ? meant : now;
      if (startsAt < newest.lastStart || changes.length === 0) throw new DomainError('approval_stale');
      const createdBy = await repo.findProposer(tx, approvalId);
      const version = newest.highest + 1;
      await repo.insertVersion(tx, { version, startsAt, content: after, createdBy, approvalId, reason }, now);
    },
  });
}

/** A version that two people set is taken back by two, while it has not begun. Rule: LEND-24 */
export function settingsWithdrawalApproval(): ApprovalHandler {
  return approvalHandler({
    kind: 'settings_withdrawal',
    payload: z.object({ version: z.int() }),
    async describe(tx, { payload: { version } }, now) {
      const row = await repo.findVersion(tx, version);
      const before = await repo.findBefore(tx, version);
      const isCurrent = await withdrawable(tx, version, now).then(
        () => true,
        () => false,
      );
      const content = (one: repo.VersionRow) => toContent(readStored(one.content));
      return {
        facts: [
          { code: 'version', value: version },
          { code: 'starts_at', value: row?.starts_at?.toISOString() ?? 'never' },
        ],
        changes: row && before ? readableChanges(content(row), content(before)) : [],
        isCurrent,
      };
    },
    async apply(tx, { payload: { version }, reason }, { decidedBy, now }) {
      await withdrawable(tx, version, now).catch((error: unknown) => {
        if (error instanceof DomainError) throw new DomainError('approval_stale');
        throw error;
      });
      if (!(await repo.withdraw(tx, version, decidedBy, reason, now)))
        throw new DomainError('approval_stale');
    },
  });
}

/** What a colleague has set meanwhile is another base than the one that was proposed upon. */
function stale(error: unknown): never {
  if (error instanceof DomainError && error.code === 'settings_changed')
    throw new DomainError('approval_stale');
  throw error;
}
