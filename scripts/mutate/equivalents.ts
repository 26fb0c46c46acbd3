/** A fault that changes nothing anybody can see, and why. It is known by its changed line. */
export interface Equivalent {
  readonly file: string;
  /** The line as it stands, and as the fault leaves it, without the space around. */
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

/** Several faults of one line that nobody can see, for one reason. */
const alike = (line: Omit<Equivalent, 'after'>, ...after: readonly string[]): readonly Equivalent[] =>
  after.map((one) => ({ ...line, after: one }));

/** Each was a survivor that was looked at. One that is no longer made is an error: the line was changed. */
export const EQUIVALENTS: readonly Equivalent[] = [
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
    file: 'packages/money/src/what-if.ts',
    before: 'if (best === limitAfter(0)) return [];',
    after: 'if (best === limitAfter((-1))) return [];',
    reason: 'A change without gain is left out by whatIf.',
  },
  {
    file: 'packages/lending/src/simulate/simulate.ts',
    before: 'for (let next = 0; next < (agenda.get(day)?.length ?? 0); next += 1) {',
    after: 'for (let next = 0; next < (agenda.get(day)?.length ?? (-1)); next += 1) {',
    reason: 'A day without an agenda has no first entry either way.',
  },
  {
    file: 'packages/lending/src/simulate/rewarding.ts',
    before: 'if (amountPaise <= 0) continue;',
    after: 'if (amountPaise < 0) continue;',
    reason: 'Nothing that comes back splits into no reward.',
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
    file: 'packages/money/src/calendar.ts',
    before: 'if (known.size >= REMEMBERED_MAX) known.clear();',
    after: 'if (true) known.clear();',
    reason: 'A memory alone: what it forgot is computed again.',
  },
  {
    file: 'packages/money/src/pin-codes.ts',
    before: "const [first = 0, last = 0] = code.split('-').map(Number);",
    after: "const [first = (-1), last = 0] = code.split('-').map(Number);",
    reason: 'Splitting a text always gives a first part.',
  },
  {
    file: 'db/functions/collections.sql',
    before: 'order by 1, 2',
    after: 'order by 1 desc, 2',
    reason: 'It is the order in which rows are locked: it shows between two callers only.',
  },
  {
    file: 'packages/lending/src/after.ts',
    before: 'if (changes.length === 0) return borrower;',
    after: 'if (false) return borrower;',
    reason: 'Without changes the loans stay as they are; the condition spares the work.',
  },
  {
    file: 'packages/lending/src/after.ts',
    before: 'if (changes.length === 0) return borrower;',
    after: 'if (changes.length === (-1)) return borrower;',
    reason: 'Without changes the loans stay as they are; the condition spares the work.',
  },
  {
    file: 'packages/lending/src/after-receipt.ts',
    before: "if (component === 'penal' || component === 'bounce') return covered;",
    after: 'if (false) return covered;',
    reason:
      'A share of a charge has no number, and comes back on the next line; the condition is for the types.',
  },
  {
    file: 'packages/lending/src/after-receipt.ts',
    before: "if (component === 'penal' || component === 'bounce') return covered;",
    after: "if (component === 'penal' && component === 'bounce') return covered;",
    reason:
      'A share of a charge has no number, and comes back on the next line; the condition is for the types.',
  },
  {
    file: 'packages/lending/src/backdate.ts',
    before: 'return late.length === 0',
    after: 'return false',
    reason:
      'Without another charge that never arose the second replay is the first; the condition spares it.',
  },
  {
    file: 'packages/lending/src/backdate.ts',
    before: 'return late.length === 0',
    after: 'return late.length === (-1)',
    reason:
      'Without another charge that never arose the second replay is the first; the condition spares it.',
  },
  {
    file: 'packages/lending/src/backdate.ts',
    before: "loan.standings.some((one) => one.on >= fromOn && one.class === 'NPA') ||",
    after: "loan.standings.some((one) => one.on > fromOn && one.class === 'NPA') ||",
    reason: 'The standing on the day itself is asked for on the next line.',
  },
  {
    file: 'packages/lending/src/backdate.ts',
    before: 'const noneNew = (one: Loan) => laterOf(one.noNewPenalThroughOn ?? today, today);',
    after: 'const noneNew = (one: Loan) => laterOf(one.noNewPenalThroughOn, today);',
    reason: 'Of nothing and today the later is today.',
  },
  {
    file: 'packages/lending/src/standing.ts',
    before: '...standings.filter(({ on }) => since === null || on >= since).map(({ dpd }) => dpd),',
    after: '...standings.filter(({ on }) => since === null || on > since).map(({ dpd }) => dpd),',
    reason: 'The standing on the day itself is added on the next line.',
  },
  {
    file: 'packages/lending/src/next-day.ts',
    before: 'return lastDueOn === undefined ? [] : [lastDueOn];',
    after: 'return false ? [] : [lastDueOn];',
    reason: 'A live loan has instalments.',
  },
  {
    file: 'packages/lending/src/classify.ts',
    before: 'const isWritten = dpd > 0 || !isForeseen(loan, found);',
    after: 'const isWritten = dpd > 1 || !isForeseen(loan, found);',
    reason: 'No earlier fact foresees one day past due.',
  },
  {
    file: 'packages/lending/src/borrower-class.ts',
    before:
      'if (before !== now) return { class: now, since: on, isForTheWorse: rankOf(before) < rankOf(now) };',
    after:
      'if (before !== now) return { class: now, since: on, isForTheWorse: rankOf(before) <= rankOf(now) };',
    reason: 'Two classes that differ have two ranks.',
  },
  {
    file: 'packages/lending/src/borrower-class.ts',
    before: '...[closedOn, writtenOffOn].filter((on) => on !== null),',
    after: '...[closedOn, writtenOffOn],',
    reason: 'No day is none: it is not by the day that is asked for, and falls out there.',
  },
  {
    file: 'packages/lending/src/close-day.ts',
    before: 'const knownNextOn = known.get(loanId) ?? null;',
    after: 'const knownNextOn = known.get(loanId);',
    reason: 'Every loan of the borrower is known; the fallback is for the types.',
  },
  {
    file: 'packages/lending/src/close-day.ts',
    before: 'return isPastDueOn(loan, eve) || loan.standings.some(({ on, dpd }) => on > eve && dpd > 0);',
    after: 'return isPastDueOn(loan, eve) || loan.standings.some(({ on, dpd }) => on >= eve && dpd > 0);',
    reason: 'The eve itself is asked for before.',
  },
  {
    file: 'packages/lending/src/courses.ts',
    before: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 0 },',
    after: 'lossRates: { earlyBps: 1, lateBps: 0, npaBps: 0 },',
    reason: 'No step of a course counts the allowance.',
  },
  {
    file: 'packages/lending/src/courses.ts',
    before: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 0 },',
    after: 'lossRates: { earlyBps: (-1), lateBps: 0, npaBps: 0 },',
    reason: 'No step of a course counts the allowance.',
  },
  {
    file: 'packages/lending/src/courses.ts',
    before: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 0 },',
    after: 'lossRates: { earlyBps: 0, lateBps: 1, npaBps: 0 },',
    reason: 'No step of a course counts the allowance.',
  },
  {
    file: 'packages/lending/src/courses.ts',
    before: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 0 },',
    after: 'lossRates: { earlyBps: 0, lateBps: (-1), npaBps: 0 },',
    reason: 'No step of a course counts the allowance.',
  },
  {
    file: 'packages/lending/src/courses.ts',
    before: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 0 },',
    after: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 1 },',
    reason: 'No step of a course counts the allowance.',
  },
  {
    file: 'packages/lending/src/courses.ts',
    before: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 0 },',
    after: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: (-1) },',
    reason: 'No step of a course counts the allowance.',
  },
  {
    file: 'packages/lending/src/freeze.ts',
    before: 'if (facts.length === 0) return dueOn;',
    after: 'if (false) return dueOn;',
    reason:
      'Without a freeze the due date is found below; the condition spares the work of nearly every loan.',
  },
  {
    file: 'packages/lending/src/freeze.ts',
    before: 'if (facts.length === 0) return dueOn;',
    after: 'if (facts.length === (-1)) return dueOn;',
    reason:
      'Without a freeze the due date is found below; the condition spares the work of nearly every loan.',
  },
  {
    file: 'packages/lending/src/agreement.ts',
    before: 'return lastReceivedAt === null ? second : Math.max(second, Math.floor(lastReceivedAt) + 1);',
    after: 'return false ? second : Math.max(second, Math.floor(lastReceivedAt) + 1);',
    reason: 'Nothing rounds to the begin of time.',
  },
];
