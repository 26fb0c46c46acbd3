import type pg from 'pg';

/** Something of which a demo has some. */
interface Sight {
  readonly what: string;
  /** A condition on rows of a table. */
  readonly from: string;
  /** True where a dozen people and three months have some, too. */
  readonly isAlways?: true;
}

/** The things to see in a year of two hundred people. */
export const SIGHTS: readonly Sight[] = [
  { what: 'bills paid', from: `payments where bill_status = 'paid'`, isAlways: true },
  { what: 'bills refused', from: `payments where bill_status = 'failed'` },
  { what: 'bills that nobody answers about', from: `payments where bill_status = 'unknown'`, isAlways: true },
  { what: 'bills given back', from: `payments where bill_status = 'reversed'` },
  { what: 'loans repaid', from: `loans where status = 'closed'`, isAlways: true },
  { what: 'loans not performing', from: `loans where status = 'npa'` },
  { what: 'loans written off', from: `loans where status = 'written_off'` },
  { what: 'settlements', from: 'settlements' },
  { what: 'late charges', from: `charges where kind = 'penal'` },
  { what: 'charges for bounces', from: `charges where kind = 'bounce'` },
  { what: 'repayments failed', from: `repayments where status = 'failed'` },
  { what: 'refunds', from: `refunds where status = 'processed'` },
  { what: 'refunds refused', from: `refunds where status = 'failed'` },
  { what: 'mandates', from: `mandates where status = 'active'` },
  {
    what: 'hardships that last',
    from: `hardships where ended_on is null and until_on >= current_date`,
    isAlways: true,
  },
  {
    what: 'hardships that are over',
    from: `hardships where ended_on is not null or until_on < current_date`,
  },
  { what: 'recordings that wait', from: `reviews where status = 'open' and kind = 'video'`, isAlways: true },
  {
    what: 'income papers that wait',
    from: `reviews where status = 'open' and kind = 'income'`,
    isAlways: true,
  },
  {
    what: 'recordings approved',
    from: `reviews where status = 'approved' and kind = 'video'`,
    isAlways: true,
  },
  { what: 'reviews refused', from: `reviews where status = 'rejected'` },
  { what: 'names at a bank looked at', from: `reviews where kind = 'bank_account'` },
  { what: 'names on a PAN looked at', from: `reviews where kind = 'pan'` },
  { what: 'proposals that wait', from: `approvals where status = 'open'`, isAlways: true },
  { what: 'proposals approved', from: `approvals where status = 'approved'`, isAlways: true },
  { what: 'proposals refused', from: `approvals where status = 'rejected'` },
  { what: 'proposals taken back', from: `approvals where status = 'withdrawn'` },
  { what: 'proposals forgotten', from: `approvals where status = 'expired'` },
  { what: 'settings versions', from: 'settings where version > 1', isAlways: true },
  { what: 'settings to come', from: 'settings where effective_at > now()' },
  { what: 'differences open', from: 'reconciliation_breaks where resolved_at is null' },
  { what: 'differences cleared', from: 'reconciliation_breaks where resolved_at is not null' },
  { what: 'money without an owner', from: `unidentified_receipts where status = 'held'` },
  { what: 'money given to its owner', from: `unidentified_receipts where status = 'identified'` },
  { what: 'money sent back', from: `unidentified_receipts where status = 'returned'` },
  { what: 'chargebacks open', from: `chargebacks where status = 'open'`, isAlways: true },
  { what: 'chargebacks won', from: `chargebacks where status = 'won'` },
  { what: 'chargebacks lost', from: `chargebacks where status = 'lost'` },
  { what: 'tickets open', from: `support_messages where status = 'open'`, isAlways: true },
  { what: 'tickets closed', from: `support_messages where status = 'closed'` },
  { what: 'rewards used', from: 'rewards where is_used' },
  { what: 'rewards expired', from: `rewards where state = 'expired'` },
  { what: 'referrals paid', from: 'referrals where reward_credited' },
  { what: 'referrals refused', from: 'referrals where refused_reason is not null' },
  { what: 'limits suspended', from: `credit_accounts where state = 'suspended'` },
  { what: 'limits freed again', from: 'credit_accounts where reinstated_on is not null' },
  { what: 'accounts blocked', from: 'account_blocks where lifted_at is null' },
  { what: 'blocks lifted', from: 'account_blocks where lifted_at is not null' },
  { what: 'accounts closed', from: 'account_closures' },
  { what: 'notes about accounts', from: 'user_notes' },
  {
    what: 'calls of the last day',
    from: `provider_calls where at > now() - interval '1 day'`,
    isAlways: true,
  },
];

/** Lists the sights of which the database has no row. */
export async function listMissing(
  sql: Pick<pg.Client, 'query'>,
  sights: readonly Sight[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const { what, from } of sights) {
    const { rows } = await sql.query(`select 1 from ${from} limit 1`);
    if (rows.length === 0) missing.push(what);
  }
  return missing;
}
