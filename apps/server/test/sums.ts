import type { Lab } from './lending-lab.ts';

/** Sums that have to agree beside the invariants. */
const EXTRA: Record<string, string> = {
  'excess owed is what was not needed and not returned': `
    select l.id, l.status, b.paise, e.paise as excess from loans l
    cross join lateral (select coalesce(-sum(amount_paise), 0) as paise from postings p where p.user_id = l.user_id and p.loan_id = l.id and account = 'L310') b
    cross join lateral (select
      (select coalesce(sum(a.amount_paise), 0) from allocations a where a.user_id = l.user_id and a.loan_id = l.id and a.is_active and a.component = 'excess')
      - (select coalesce(sum(f.amount_paise), 0) from refunds f join repayments r on r.user_id = f.user_id and r.id = f.repayment_id where f.user_id = l.user_id and f.loan_id = l.id and f.status <> 'failed' and r.status = 'succeeded')
      - (select coalesce(sum(w.amount_paise), 0) from rewards w where w.user_id = l.user_id and w.loan_id = l.id and w.kind = 'returned') as paise) e
    where b.paise <> e.paise`,
  'principal repaid, let off, lost and outstanding is what was lent': `
    select l.id, l.status, p.amount_paise, s.* from loans l join payments p on p.user_id = l.user_id and p.id = l.id
    cross join lateral (select
      (select coalesce(sum(a.amount_paise), 0) from allocations a where a.user_id = l.user_id and a.loan_id = l.id and a.is_active and a.component = 'principal') as repaid,
      (select coalesce(sum(w.amount_paise), 0) from waiver_shares w where w.user_id = l.user_id and w.loan_id = l.id and w.is_active and w.component = 'principal') as waived,
      (select coalesce(sum(i.principal_paise - i.paid_principal_paise), 0) from instalments i where i.user_id = l.user_id and i.loan_id = l.id and i.is_active) as open) s
    where l.status in ('active', 'npa', 'written_off') and p.amount_paise <> s.repaid + s.waived + s.open`,
  'an unwound loan leaves nothing in the books': `
    select loan_id, account, sum(amount_paise) from postings join loans l on l.user_id = postings.user_id and l.id = loan_id and l.status = 'unwound'
    where account not in ('A100', 'A105', 'A115', 'A120', 'A121', 'A230', 'L310', 'L311', 'L320', 'E530') group by 1, 2 having sum(amount_paise) <> 0`,
  'no share is negative':
    'select repayment_id, component, amount_paise from allocations where amount_paise <= 0',
  'used within bounds':
    'select user_id, used_paise, reserved_paise from credit_accounts where used_paise < 0 or reserved_paise < 0',
  'used rewards are worth their repayment': `
    select r.id, r.amount_paise, sum(w.amount_paise) from repayments r left join rewards w on w.user_id = r.user_id and w.repayment_id = r.id and w.is_used
    where r.channel = 'reward' and r.status = 'succeeded' group by r.id, r.amount_paise having r.amount_paise is distinct from sum(w.amount_paise)`,
  'only excess and refunds are on the way back of a succeeded repayment': `
    select f.repayment_id, f.status, r.status from refunds f join repayments r on r.user_id = f.user_id and r.id = f.repayment_id
    where f.status <> 'failed' and r.status = 'succeeded' and (select sum(x.amount_paise) from refunds x where x.user_id = f.user_id and x.repayment_id = f.repayment_id and x.status <> 'failed')
      > (select coalesce(sum(a.amount_paise), 0) from allocations a where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.component = 'excess')`,
};

/** The sums that do not come out, with their rows. */
export async function brokenSums(lab: Lab): Promise<object[]> {
  const broken = [];
  for (const [what, sql] of Object.entries(EXTRA)) {
    const { rows } = await lab.owner.query(sql);
    if (rows.length > 0) broken.push({ what, rows });
  }
  return broken;
}
