/** A fault that changes nothing anybody can see, and why. It is known by its changed line. */
export interface Equivalent {
  readonly file: string;
  /** The line as it stands, and as the fault leaves it, without the space around. */
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

/** Each was a survivor that was looked at. One that is no longer made is an error: the line was changed. */
export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'db/functions/older_float.sql',
    before:
      "v_tells := v_is_short and not v_state.is_short and coalesce(v_state.told_at < p_now - interval '1 hour', true);",
    after:
      "v_tells := v_is_short and not v_state.is_short and coalesce(v_state.told_at <= p_now - interval '1 hour', true);",
    reason: 'Once an hour: at the very instant that ends the hour either is right.',
  },
  {
    file: 'packages/lending/src/presentations.ts',
    before: 'return takenOn < presentedOn ? takenOn : presentedOn;',
    after: 'return takenOn <= presentedOn ? takenOn : presentedOn;',
    reason: 'Of two equal days either is the answer.',
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
    file: 'db/functions/book_receipt.sql',
    before: 'if cardinality(p_earmarks_released) > 0 then',
    after: 'if true then',
    reason: 'An empty list releases nothing; the condition spares the statement.',
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
    file: 'db/functions/book.sql',
    before:
      'if cardinality(p_share_waived) > 0 then perform book_shares_waived(p_share_waived, p_now); end if;',
    after: 'if true then perform book_shares_waived(p_share_waived, p_now); end if;',
    reason: 'An empty list waives nothing; the condition spares the call.',
  },
  {
    file: 'packages/money/src/pin-codes.ts',
    before: "const [first = 0, last = 0] = code.split('-').map(Number);",
    after: "const [first = (-1), last = 0] = code.split('-').map(Number);",
    reason: 'Splitting a text always gives a first part.',
  },
  {
    file: 'db/functions/older_tax.sql',
    before: 'where d.day_on > through_on;',
    after: 'where d.day_on >= through_on;',
    reason: 'A day that is set to itself stays.',
  },
  {
    file: 'db/functions/collections.sql',
    before: 'order by 1, 2',
    after: 'order by 1 desc, 2',
    reason: 'It is the order in which rows are locked: it shows between two callers only.',
  },
  {
    file: 'db/functions/book.sql',
    before: 'if cardinality(v_stale) > 0 then',
    after: 'if cardinality(v_stale) > (-1) then',
    reason: 'Without anybody who is stale each list stays as it is; the condition spares the work.',
  },
];
