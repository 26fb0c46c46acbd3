import { type AuditAction, OTP_DIGITS, OTP_DIGITS_MAX, STEP_UP_SECONDS, cleanName } from '@mohlat/contract';
import type { AuthHost } from '@mohlat/auth';
import { istDate } from '@mohlat/money';
import type { Messenger } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE_SESSION } from '#platform/events/bus.ts';
import { languageOf } from '#platform/http/language.ts';

/**
 * Tells the auth server of this product: its name and pages, and where messages, acts of operators and news of sessions go.
 * A browser says at sign-up whose code it came with. Who could change it later would have been brought by anybody.
 * Rule: LEND-24 (referral).
 */
export function hostOf(messenger: Messenger): AuthHost {
  return {
    name: 'Mohlat',
    smsProvider: 'msg91',
    pages: {
      confirmed: '/auth/confirmed',
      enter: '/auth/enter',
      undo: '/auth/not-me',
      security: '/dashboard/security',
      recovery: '/forgot-password',
    },
    codeDigits: { usual: OTP_DIGITS, long: OTP_DIGITS_MAX },
    stepUpSeconds: STEP_UP_SECONDS,
    signUpMarks: new Set(['ref']),
    // Until December 2026 our pages sent the browser's name so, by which its owner is known (decision 189).
    unkeptKeys: new Set(['device']),
    cleanName,
    send: (tx: Tx, { askedIn, ...message }) =>
      messenger.enqueue(tx, { ...message, askedIn: languageOf({ 'accept-language': askedIn }) }),
    noteAdminAct,
    afterUndo: withoutStaffRights,
    announce: async (tx, userId) => {
      await tx.call(ANNOUNCE_SESSION, [userId]);
    },
  };
}

/**
 * Writes down what was done with the service's token. Where that lets in a person whom staff have blocked, sooner than staff would, days
 * without late charges end, for the person can pay from then on. Rule: LEND-L3, LEND-14
 */
const noteAdminAct: AuthHost['noteAdminAct'] = async (tx: Tx, act, now) => {
  const { action, userId, details, ip, bannedUntil } = act;
  await tx.call('select audit_account($1, $2, $3, $4, $5)', [
    now,
    action,
    userId,
    JSON.stringify(details),
    ip,
  ]);
  if (bannedUntil === undefined) return;
  const lastOn = istDate((bannedUntil ?? now).getTime());
  await tx.enqueue('users.ban_ends', { userId, lastOn, actedAt: now.toISOString() });
};

/**
 * Takes the roles of staff from an account whose owner took a change back, and writes it down. The link of a notice takes the second
 * step away that it tells of, and the way back leads through a mailbox: who reads that would be staff, by a factor of their own. The
 * command that grants roles gives them back.
 */
const withoutStaffRights: AuthHost['afterUndo'] = async (tx, { userId, appMetadata, ip }, now) => {
  const { is_admin: isAdmin, roles, ...kept } = appMetadata;
  if (isAdmin === undefined && roles === undefined) return appMetadata;
  await tx.call('select audit_account($1, $2, $3, $4, $5)', [
    now,
    'staff.revoked' satisfies AuditAction,
    userId,
    JSON.stringify({ before: roles ?? [], after: [], because: 'change_undone' }),
    ip,
  ]);
  return kept;
};
