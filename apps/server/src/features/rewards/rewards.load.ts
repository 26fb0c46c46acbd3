import type { GivenCashback, RewardedLoan } from '@mohlat/lending';
import { FREEZES, list } from '#features/lending/index.ts';
import { settingsOfVersions } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';

/** The facts of a loan that say which of its instalments earn a reward. */
export interface Rewarded extends RewardedLoan {
  readonly userId: string;
  /** The number of times it was taken back to an earlier day. */
  readonly rewoundCount: number;
  /** A reward of it lives for so many months. */
  readonly expiryMonths: number;
}

/** A loan as its rows have it: the settings it was sold under, in place of the terms that follow from them. */
type RewardedRow = Omit<Rewarded, 'cashback' | 'expiryMonths'> & { readonly version: number };

const INSTALMENTS = `
  select json_agg(json_build_object('number', i.number, 'dueOn', i.due_on, 'principalPaise', i.principal_paise,
    'feePaise', i.fee_paise, 'interestPaise', i.interest_paise) order by i.number)
  from instalments i where i.user_id = l.user_id and i.loan_id = l.id and i.is_active`;

const SHARES = `
  select json_agg(json_build_object('number', a.number, 'component', a.component, 'amountPaise', a.amount_paise,
    'valueOn', r.value_on))
  from allocations a join repayments r on r.user_id = a.user_id and r.id = a.repayment_id
  where a.user_id = l.user_id and a.loan_id = l.id and a.is_active and a.number is not null`;

/** Parts of instalments that were waived; the last rupees of a closing sum stand nowhere, the end of the loan says them. */
const LET_OFF = `
  select json_agg(json_build_object('number', h.number, 'component', h.component, 'amountPaise', h.amount_paise,
    'valueOn', w.effective_on))
  from waiver_shares h join waivers w on w.user_id = h.user_id and w.id = h.waiver_id
  where h.user_id = l.user_id and h.loan_id = l.id and h.is_active and h.number is not null`;

/**
 * Every loan of these people, with what was paid of its instalments, and the terms of rewards it was sold under: today's would pay
 * for a time without rewards.
 * Rule: LEND-S6
 */
export async function loadRewarded(tx: Tx, userIds: readonly string[]): Promise<Rewarded[]> {
  const rows = await tx.call<RewardedRow>(
    `select l.user_id as "userId", l.id, l.status, l.closed_on as "closedOn", l.rewound_count as "rewoundCount",
       p.settings_version as version,
       loan_closed_through(d.closed_through_on, d.next_on) as "closedThroughOn", ${list(INSTALMENTS)} as instalments, ${list(SHARES)} as shares,
       ${list(LET_OFF)} as "letOff", ${list(FREEZES)} as freezes
     from loans l
     join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
     join payments p on p.user_id = l.user_id and p.id = l.id
     where l.user_id = any ($1::uuid[]) order by l.user_id, l.id`,
    [userIds],
  );
  const known = await settingsOfVersions(tx, [...new Set(rows.map(({ version }) => version))]);
  return rows.map(({ version, ...loan }) => {
    const settings = known.get(version);
    invariant(settings, `settings version ${version} is gone`);
    const { cashbackBps, monthlyCapPaise, expiryMonths } = settings.rewards;
    return { ...loan, cashback: { cashbackBps, monthlyCapPaise }, expiryMonths };
  });
}

/** The cashback that these people have and keep. */
export function loadGiven(
  tx: Tx,
  userIds: readonly string[],
): Promise<(GivenCashback & { readonly userId: string })[]> {
  return tx.call<GivenCashback & { readonly userId: string }>(
    `select user_id as "userId", loan_id as "loanId", number, earned_on as "earnedOn", amount_paise as "amountPaise"
     from rewards where user_id = any ($1::uuid[]) and kind = 'cashback' and state <> 'clawed_back'`,
    [userIds],
  );
}

/** The cards of some payments of a person, by the payment. */
export async function findCards(
  tx: Tx,
  userId: string,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly bankName: string; readonly last4: string }>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await tx.call<{ id: string; bank_name: string; last4: string }>(
    `select p.id, c.bank_name, c.last4 from payments p join cards c on c.user_id = p.user_id and c.id = p.card_id
     where p.user_id = $1 and p.id = any ($2::uuid[])`,
    [userId, paymentIds],
  );
  return new Map(rows.map(({ id, bank_name: bankName, last4 }) => [id, { bankName, last4 }]));
}
