import { alike, type Equivalent } from './equivalent.ts';

/** Those of db/functions. */
export const SQL_EQUIVALENTS: readonly Equivalent[] = [
  ...alike(
    {
      file: 'db/functions/rail_match.sql',
      before:
        "where a.started_at >= (p_day - 1)::timestamp at time zone 'Asia/Kolkata' and a.started_at < (p_day + 1)::timestamp at time zone 'Asia/Kolkata'",
      reason: 'The bounds let the index find them: the next line compares the day.',
    },
    "where a.started_at < (p_day + 1)::timestamp at time zone 'Asia/Kolkata'",
    "where a.started_at >= (p_day - 1)::timestamp at time zone 'Asia/Kolkata'",
    "where a.started_at >= (p_day - 2)::timestamp at time zone 'Asia/Kolkata' and a.started_at < (p_day + 1)::timestamp at time zone 'Asia/Kolkata'",
    "where a.started_at >= (p_day - 1)::timestamp at time zone 'Asia/Kolkata' and a.started_at <= (p_day + 1)::timestamp at time zone 'Asia/Kolkata'",
    "where a.started_at >= (p_day - 1)::timestamp at time zone 'Asia/Kolkata' and a.started_at < (p_day + 2)::timestamp at time zone 'Asia/Kolkata'",
  ),
  {
    file: 'db/functions/rail_match.sql',
    before: 'from payment_attempts a where a.our_reference = any (v_references);',
    after: 'from payment_attempts a where true;',
    reason: 'It bounds what is looked up for the rows, which find theirs by the reference.',
  },
  {
    file: 'db/functions/rail_match.sql',
    before:
      'select distinct on (r.user_id, r.our_reference, r.rail_reference) r.* from rail_rows r where r.our_reference = any (v_references)',
    after:
      'select distinct on (r.user_id, r.our_reference, r.rail_reference) r.* from rail_rows r where true',
    reason: 'It bounds what is looked up for the rows, which find theirs by the reference.',
  },
  {
    file: 'db/functions/rail_match.sql',
    before: 'order by r.user_id, r.our_reference, r.rail_reference, r.id desc) l;',
    after: 'order by r.user_id desc, r.our_reference, r.rail_reference, r.id desc) l;',
    reason: 'One row of each reference is taken; the order among references says nothing.',
  },
  {
    file: 'db/functions/rail_match.sql',
    before: 'and y.rail_reference <> x.rail_reference and (y.matched_at is not null or y.id < x.id)),',
    after: 'and y.rail_reference <> x.rail_reference and (y.matched_at is not null or y.id <= x.id)),',
    reason: 'A row has no other reference than itself.',
  },
  {
    file: 'db/functions/rail_match.sql',
    before:
      "and y.status = 'success' and y.matched_at is not null and y.id < x.id and y.amount_paise <> x.amount_paise), '[]')",
    after:
      "and y.status = 'success' and y.matched_at is not null and y.id <= x.id and y.amount_paise <> x.amount_paise), '[]')",
    reason: 'A row has no other amount than itself.',
  },
  {
    file: 'db/functions/older_float.sql',
    before:
      "v_tells := v_is_short and not v_state.is_short and coalesce(v_state.told_at < p_now - interval '1 hour', true);",
    after:
      "v_tells := v_is_short and not v_state.is_short and coalesce(v_state.told_at <= p_now - interval '1 hour', true);",
    reason: 'Once an hour: at the very instant that ends the hour either is right.',
  },
  {
    file: 'db/functions/settlement_owner.sql',
    before: "and (x.state = 'matched' or x.state = 'waiting' and x.id < s.id);",
    after: "and (x.state = 'matched' or x.state = 'waiting' and x.id <= s.id);",
    reason: 'It is another row than itself by the line before.',
  },
  {
    file: 'db/functions/settlement_owner.sql',
    before: "and (x.state = 'matched' or x.state = 'waiting' and x.id < s.id)) e",
    after: "and (x.state = 'matched' or x.state = 'waiting' and x.id <= s.id)) e",
    reason: 'It is another row than itself by a line before.',
  },
  {
    file: 'db/functions/settlement_owner.sql',
    before:
      'and u.refund_ref is distinct from s.entity_ref and s.occurred_at <= u.created_at and e.left_paise > 0',
    after: 'and s.occurred_at <= u.created_at and e.left_paise > 0',
    reason: 'Our own refund has its answer before, and one is taken.',
  },
  {
    file: 'db/functions/settlement_owner.sql',
    before: 'order by x.round offset v_rounds limit 1) c',
    after: 'order by x.round offset v_rounds ) c',
    reason: 'One answer is taken of all.',
  },
  {
    file: 'db/functions/collections.sql',
    before:
      "where s.id = any (p_ids) and s.state = 'matched' and s.kind = 'payment' and b.kind = 'missing' and b.resolved_at is null",
    after: "where s.id = any (p_ids) and s.state = 'matched' and s.kind = 'payment' and b.kind = 'missing'",
    reason: 'A difference that was cleared is left as it is; the condition spares the look.',
  },
  {
    file: 'db/functions/collections.sql',
    before:
      "where s.id = any (p_ids) and s.state = 'matched' and b.kind = 'unmatched_row' and b.resolved_at is null",
    after: "where s.id = any (p_ids) and s.state = 'matched' and b.kind = 'unmatched_row'",
    reason: 'A difference that was cleared is left as it is; the condition spares the look.',
  },
  {
    file: 'db/functions/referrals.sql',
    before: 'v_known := array(select r.referred_id from referrals r where r.referred_id = any (v_friends));',
    after: 'v_known := array(select r.referred_id from referrals r where true);',
    reason: 'It bounds what is looked up; only those who came are compared with it.',
  },
  {
    file: 'db/functions/referrals.sql',
    before: 'order by b.referred_id, c.created_at;',
    after: 'order by b.referred_id desc, c.created_at;',
    reason: 'One code of each friend is taken; the order among friends says nothing.',
  },
  {
    file: 'db/functions/referrals.sql',
    before:
      'where not r.reward_credited and r.refused_reason is null and (r.looked_at is null or r.looked_at < p_before)',
    after: 'where not r.reward_credited and r.refused_reason is null',
    reason: 'Those that were looked at come last, and the update below leaves them.',
  },
  {
    file: 'db/functions/referrals.sql',
    before:
      'where not r.reward_credited and r.refused_reason is null and (r.looked_at is null or r.looked_at < p_before)',
    after:
      'where not r.reward_credited and r.refused_reason is null and (r.looked_at is null or r.looked_at <= p_before)',
    reason: 'Those that were looked at come last, and the update below leaves them.',
  },
  {
    file: 'db/functions/referrals.sql',
    before:
      "where w.user_id = v_one.user_id and w.referral_id = v_one.id and w.kind = 'referral' and w.state = 'available' and not w.is_used);",
    after:
      "where w.user_id = v_one.user_id and w.referral_id = v_one.id  and w.state = 'available' and not w.is_used);",
    reason: 'A reward of another kind names no referral.',
  },
  {
    file: 'db/functions/enqueue_job.sql',
    before:
      "insert into graphile_worker._private_jobs (task_id, payload, max_attempts, priority) select t.id, json_build_object('userId', p_user_id, 'paymentId', p_payment_id), 25, -10 from graphile_worker._private_tasks t where t.identifier = 'payments.submit';",
    after: 'null;',
    reason: 'The queue adds the same job below; it is written here for speed, and for no notification.',
  },
  ...alike(
    {
      file: 'db/functions/overview.sql',
      before: 'coalesce(sum(p.amount_paise) filter (where p.amount_paise > 0), 0)::bigint,',
      reason: 'No posting is of nothing.',
    },
    'coalesce(sum(p.amount_paise) filter (where p.amount_paise >= 0), 0)::bigint,',
    'coalesce(sum(p.amount_paise) filter (where p.amount_paise > (-1)), 0)::bigint,',
  ),
  ...alike(
    {
      file: 'db/functions/overview.sql',
      before: 'coalesce(-sum(p.amount_paise) filter (where p.amount_paise < 0), 0)::bigint,',
      reason: 'No posting is of nothing.',
    },
    'coalesce(-sum(p.amount_paise) filter (where p.amount_paise <= 0), 0)::bigint,',
    'coalesce(-sum(p.amount_paise) filter (where p.amount_paise < 1), 0)::bigint,',
  ),
  ...alike(
    {
      file: 'db/functions/overview.sql',
      before:
        'count(*) filter (where p.amount_paise > 0)::integer, count(*) filter (where p.amount_paise < 0)::integer',
      reason: 'No posting is of nothing.',
    },
    'count(*) filter (where p.amount_paise >= 0)::integer, count(*) filter (where p.amount_paise < 0)::integer',
    'count(*) filter (where p.amount_paise > (-1))::integer, count(*) filter (where p.amount_paise < 0)::integer',
    'count(*) filter (where p.amount_paise > 0)::integer, count(*) filter (where p.amount_paise <= 0)::integer',
    'count(*) filter (where p.amount_paise > 0)::integer, count(*) filter (where p.amount_paise < 1)::integer',
  ),
  {
    file: 'db/functions/breaks.sql',
    before: 'if not is_done then return; end if;',
    after: 'if false then return; end if;',
    reason: 'Where nothing was cleared there is no payment and no row, and what follows finds none.',
  },
  {
    file: 'db/functions/rail_match.sql',
    before: "where j.user_id = v_one.user_id and j.source_kind = 'loss'",
    after: 'where j.user_id = v_one.user_id',
    reason: 'Only journals of a loss post to that account; the kind lets the index find them.',
  },
  {
    file: 'db/functions/enter_staff.sql',
    before: 'where u.id = p_user and s.id = p_session;',
    after: 'where s.id = p_session;',
    reason: 'A session that is live for the person is theirs: session_state has looked it up by both.',
  },
  {
    file: 'db/functions/collections.sql',
    before: 'order by 1, 2',
    after: 'order by 1 desc, 2',
    reason: 'It is the order in which rows are locked: it shows between two callers only.',
  },
  {
    file: 'db/functions/take_back.sql',
    before: 'where s.user_id = p_user_id and s.waiver_id = x.waiver_id and s.is_active;',
    after: 'where s.user_id = p_user_id and s.waiver_id = x.waiver_id ;',
    reason: 'A share that was taken back is taken back once more; the condition spares the writing.',
  },
  {
    file: 'db/functions/take_back.sql',
    before:
      'where g.user_id = p_user_id and g.loan_id = x.loan_id and g.business_on >= x."on" and g.is_active;',
    after: 'where g.user_id = p_user_id and g.loan_id = x.loan_id and g.business_on >= x."on" ;',
    reason: 'A day that was taken back is taken back once more; the condition spares the writing.',
  },
  {
    file: 'db/functions/tax_documents.sql',
    before: 'where d.day_on > through_on',
    after: 'where d.day_on >= through_on',
    reason: 'The same day is written again; the condition spares it.',
  },
  {
    file: 'db/functions/ledger_post.sql',
    before: 'if not exists (select 1 from business_days where day_on = v_posting_on) then',
    after: 'if true then',
    reason: 'A day that stands is not inserted again; the condition spares the try.',
  },
  {
    file: 'db/functions/ledger_post.sql',
    before: 'if v_written = v_asked then return v_written; end if;',
    after: 'if false then return v_written; end if;',
    reason:
      'Where each was written nothing else stands, and what follows finds none; the condition spares the look.',
  },
  {
    file: 'db/functions/ledger_post.sql',
    before: 'group by 1, 2, 3 order by 1, 2, 3',
    after: 'group by 1, 2, 3 order by 1 desc, 2, 3',
    reason: 'It is the order in which kept balances are locked: it shows between two callers only.',
  },
  {
    file: 'db/functions/breaks.sql',
    before: 'where p.user_id = p_user_id and p.id = v_payment and p.needs_review and not exists (',
    after: 'where p.user_id = p_user_id and p.id = v_payment  and not exists (',
    reason: 'A payment that waits for nobody is written so again; the condition spares it.',
  },
];
