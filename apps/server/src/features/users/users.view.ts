import type { UserItem } from '@mohlat/contract';
import { accountDpdOf } from '#features/lending/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { UserRow } from './users.list.repo.ts';
import { maskEmail, maskPhone } from './users.rules.ts';

/** Closed is closed, blocked before that or not. */
export function stateOf({
  deleted_at: deletedAt,
  is_banned: isBanned,
}: Pick<UserRow, 'deleted_at' | 'is_banned'>): UserItem['state'] {
  return deletedAt ? 'closed' : isBanned ? 'blocked' : 'active';
}

/** One account as a list shows it, identifiers masked. */
export function toItem(vault: Pick<Vault, 'open'>, row: UserRow): UserItem {
  const mobile = row.phone || (row.mobile_sealed && vault.open(row.mobile_sealed, `mobile:${row.id}`));
  return {
    id: row.id,
    name: row.name,
    emailMasked: row.email ? maskEmail(row.email) : null,
    mobileMasked: mobile ? maskPhone(mobile) : null,
    panMasked: row.pan_masked,
    joinedAt: row.created_at.toISOString(),
    state: stateOf(row),
    kyc: row.has_kyc ? (row.lapsed_at ? 'lapsed' : 'complete') : 'open',
    credit:
      row.credit_state === null
        ? null
        : {
            state: row.credit_state,
            limitPaise: row.limit_paise,
            usedPaise: row.used_paise,
            daysPastDue: accountDpdOf(row),
          },
    isStaff: row.is_staff,
  };
}
