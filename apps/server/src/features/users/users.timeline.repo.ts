import type { UserTimelineKind } from '@mohlat/contract';
import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';

export interface TimelineRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: UserTimelineKind;
  readonly code: string;
  readonly object_id: string | null;
  readonly amount_paise: number | null;
  readonly text: string | null;
  readonly by_id: string | null;
  readonly by_name: string | null;
}

/** The rows of one table: id, at, code, object, amount, text, who. A row without an id of its own gets one made of its key. */
type Source = readonly [kind: UserTimelineKind, select: string];

const NONE = 'null::uuid, null::bigint, null::text, null::uuid';

/**
 * The id of a row that follows from another one. It is above every id of a row that has one of its own (UUIDv7), so that of one
 * instant what followed stands after what it follows from. `step` counts what follows from each other.
 */
const following = (key: string, step = '0') =>
  `overlay(md5(${key}) placing 'f' || lpad(to_hex(${step}), 3, '0') from 1)::uuid`;
/** A bank names the second alone: what followed is never told as earlier than what it follows from. */
const after = (begun: string, at: string) => `greatest(${at}, ${begun})`;

/** SQL condition: acts of staff on an account are told to no member about themselves, who would be warned by them. Rule: LEND-24 */
const isOfAnother = (owner: string) => `${owner} is distinct from app_staff_id()`;

const SOURCES: readonly Source[] = [
  ['sign_in', `select id, at, what, ${NONE} from staff_account_events where user_id = $1`],
  ['kyc', `select id, at, kind || '_' || outcome, ${NONE} from kyc_attempts where user_id = $1`],
  [
    'consent',
    `select id, given_at, 'given', null::uuid, null::bigint, purpose, null::uuid from consents where user_id = $1`,
  ],
  [
    'consent',
    `select ${following("id || 'withdrawn'")}, ${after('given_at', 'withdrawn_at')}, 'withdrawn', null::uuid, null::bigint, purpose, null::uuid
     from consents where user_id = $1 and withdrawn_at is not null`,
  ],
  [
    'credit',
    `select id, at,
       case when to_limit_paise > from_limit_paise then 'limit_raised' when to_limit_paise < from_limit_paise then 'limit_lowered'
         else to_state end,
       null::uuid, to_limit_paise, reason, null::uuid
     from credit_account_log where user_id = $1`,
  ],
  [
    'payment',
    `select ${following('l.payment_id::text || l.seq', 'l.seq::integer')}, l.at, l.to_status, l.payment_id, p.amount_paise, l.event, null::uuid
     from bill_status_log l join payments p on p.user_id = l.user_id and p.id = l.payment_id where l.user_id = $1`,
  ],
  [
    'repayment',
    `select id, created_at, 'started', loan_id, amount_paise, channel, null::uuid from repayments where user_id = $1`,
  ],
  [
    'repayment',
    `select ${following("id || 'received'")}, ${after('created_at', 'received_at')}, status, loan_id, amount_paise, failure_reason, null::uuid
     from repayments where user_id = $1 and received_at is not null`,
  ],
  [
    'refund',
    `select id, created_at, 'started', loan_id, amount_paise, null::text, null::uuid from refunds where user_id = $1`,
  ],
  [
    'refund',
    `select ${following("id || 'settled'")}, ${after('created_at', 'settled_at')}, status, loan_id, amount_paise, failure_reason, null::uuid
     from refunds where user_id = $1 and settled_at is not null`,
  ],
  [
    'reward',
    `select id, earned_at, kind, loan_id, amount_paise, state, null::uuid from rewards where user_id = $1`,
  ],
  [
    'referral',
    `select id, created_at, 'friend_joined', null::uuid, reward_amount_paise, refused_reason, null::uuid
     from referrals where user_id = $1`,
  ],
  [
    'hardship',
    `select id, created_at, reason, id, null::bigint, null::text, null::uuid from hardships where user_id = $1`,
  ],
  [
    'notice',
    `select id, at, type, null::uuid, null::bigint, title, null::uuid from notifications where user_id = $1`,
  ],
  [
    'notice',
    `select id, at, 'reminder', loan_id, null::bigint, regexp_replace(step, '^(agent|call|link|visit)_.*$', '\\1'), null::uuid from contacts where user_id = $1`,
  ],
  [
    'ticket',
    `select id, created_at, 'opened', id, null::bigint, null::text, null::uuid from support_requests where user_id = $1`,
  ],
  [
    'review',
    `select id, created_at, 'opened', id, null::bigint, kind, null::uuid from reviews where user_id = $1`,
  ],
  [
    'review',
    `select ${following("id || 'decided'")}, ${after('created_at', 'decided_at')}, status, id, null::bigint, kind, decided_by
     from reviews where user_id = $1 and decided_at is not null`,
  ],
  [
    'approval',
    `select id, proposed_at, 'proposed', id, null::bigint, kind, proposed_by from approvals
     where subject_id = $1 and ${isOfAnother('subject_id')}`,
  ],
  [
    'approval',
    `select ${following("id || 'decided'")}, ${after('proposed_at', 'decided_at')}, status, id, null::bigint, kind, decided_by
     from approvals where subject_id = $1 and decided_at is not null and ${isOfAnother('subject_id')}`,
  ],
  [
    'note',
    `select ${following('id::text || version', 'version')}, written_at, case when version = 1 then 'written' else 'changed' end, id,
       null::bigint, null::text, written_by
     from user_notes where user_id = $1 and ${isOfAnother('user_id')}`,
  ],
  // Looks, also at the log, are in the audit log alone; proposals and notes are told above. A row is not named by its place in the chain, which
  // would tell whom another row is kept from. The log's own policy shows it to risk and to administrators alone. Rule: LEND-24
  [
    'staff',
    `select md5(concat_ws(' ', 'audit', extract(epoch from at), action, object_id,
         row_number() over (partition by at, action, object_id order by seq)))::uuid,
       at, action, object_id, null::bigint, reason, actor_id from audit_log
     where subject_id = $1 and ${isOfAnother('subject_id')} and action !~ '^(approval|audit|note|review)[.]|[.](read|listed)$'`,
  ],
];

/** One line of time made of every table, newest first: each gives no more rows than the page holds. */
export async function listTimeline(
  tx: Tx,
  userId: string,
  page: {
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly kind?: UserTimelineKind | undefined;
  },
) {
  const place = readCursor(page.cursor);
  const parts = SOURCES.filter(([kind]) => page.kind === undefined || kind === page.kind).map(
    ([kind, select]) =>
      `(select '${kind}' as kind, s.* from (${select}) as s (id, at, code, object_id, amount_paise, text, by_id)
        where $2::timestamptz is null or (s.at, s.id) < ($2, $3::uuid) order by s.at desc, s.id desc limit $4)`,
  );
  const rows = await tx.call<TimelineRow>(
    `select t.id, t.at, t.kind, t.code, t.object_id, t.amount_paise, t.text, t.by_id, p.name as by_name
     from (${parts.join(' union all ')}) t left join staff_register p on p.staff_id = t.by_id
     order by t.at desc, t.id desc limit $4`,
    [userId, place?.at ?? null, place?.id ?? null, page.limit + 1],
  );
  return pageOf(rows, page.limit, (row) => row);
}
