import { EMPTIED_BLOCK, HAS_NO_DAYS } from '#features/account-block.ts';
import type { Standing } from '#features/personal-data.ts';
import { deleteSome } from '#platform/sql/delete-some.ts';
import type { PeriodName } from './retention.periods.ts';
import { TOLD, type ToldLine } from './retention.told.ts';

/** One thing that is held, for how long, and what becomes of it. The job carries out exactly this list. */
export type RetentionRule = {
  /** Named in the log and in docs/privacy.md. */
  readonly id: string;
  readonly what: string;
  readonly why: string;
  readonly keep: string;
  readonly afterwards: string;
  /**
   * The way in which the owner of a closed account reads of it: by the tables that hold it, each under its topic; by a line of its own; or not, and why not.
   */
  readonly told: 'by_table' | ToldLine | { readonly untold: string };
} & (
  | {
      /** Rows of closed accounts, as the feature of each table says. */
      readonly by: 'closure';
      readonly standing: Standing;
      readonly period: PeriodName;
    }
  /**
   * Rows by their own age: a statement that deletes at most `$2` of them as of the instant `$1`, which `clock` tells. Where
   * `period` is named, `$1` is the last day of closing whose time of that period is over.
   */
  | {
      readonly by: 'age';
      readonly sql: string;
      readonly clock?: 'machineClock';
      readonly period?: PeriodName;
    }
  /** Applications that were refused and not made again, of accounts that are still open. */
  | { readonly by: 'refusal' }
  /** Ends what can be used in an account alone, of accounts that are closed. */
  | { readonly by: 'ending' }
  /** Nothing to do for this job, and why. */
  | { readonly by: 'none' }
);

const old = (table: string, keys: readonly string[], where: string) =>
  deleteSome({ table, keys, where, limit: '$2' });
const OWNED = ['user_id', 'id'];

/** Rule: LEND-24, as data. What must be kept longest stands first. */
export const RETENTION: readonly RetentionRule[] = [
  {
    id: 'books',
    what: 'Payments, loans, repayments, key facts, journals, what credit bureaus were told; a name on a bill goes on closing',
    why: 'account books and tax',
    keep: '8 financial years after closing',
    afterwards:
      'archived: by then nothing in them leads to a person; numbers of bills, words of staff and banks, and the address of acceptance are emptied',
    told: 'by_table',
    by: 'closure',
    standing: 'customer',
    period: 'books',
  },
  {
    id: 'decision',
    what: 'Consents and credit decisions of customers',
    why: 'proof of what was agreed and how it was decided',
    keep: '7 years after closing',
    afterwards: 'erased',
    told: 'by_table',
    by: 'closure',
    standing: 'customer',
    period: 'decision',
  },
  {
    id: 'kyc',
    what: 'Identity record, checks, recordings and documents of customers',
    why: 'rules against money laundering',
    keep: '5 years after closing',
    afterwards: 'erased; keyed hashes of the PAN and of the Aadhaar document stay',
    told: 'by_table',
    by: 'closure',
    standing: 'customer',
    period: 'kyc',
  },
  {
    id: 'application',
    what: 'Identity record, consents and decisions of people who never had a limit',
    why: 'to answer for the decision',
    keep: '12 months after closing',
    afterwards: 'erased; keyed hashes of the PAN and of the Aadhaar document stay',
    told: 'by_table',
    by: 'closure',
    standing: 'applicant',
    period: 'application',
  },
  {
    id: 'refused_application',
    what: 'A refused application of an account that is still open',
    why: 'to answer for the decision',
    keep: '12 months after the last thing asked for',
    afterwards: 'erased: the person may begin anew; keyed hashes of the PAN and of the Aadhaar document stay',
    told: { untold: 'of open accounts' },
    by: 'refusal',
  },
  {
    id: 'endings',
    what: 'The worth of what can be used in an account alone, such as unused rewards',
    why: 'none is left once the account is closed',
    keep: 'until the account is erased',
    afterwards: 'expires; the night ends what was left over, and what came later',
    told: { untold: 'named among what goes, with its amount' },
    by: 'ending',
  },
  {
    id: 'access_of_visitors',
    what: 'Consents of people who never applied, and when their account was blocked',
    why: 'proof of what was agreed; to answer for the block',
    keep: '1 year after closing',
    afterwards: 'erased',
    told: 'by_table',
    by: 'closure',
    standing: 'visitor',
    period: 'access',
  },
  {
    id: 'access_of_applicants',
    what: 'When and why the account of somebody who never had a limit was blocked',
    why: 'to answer for the block',
    keep: '1 year after closing',
    afterwards: 'erased',
    told: 'by_table',
    by: 'closure',
    standing: 'applicant',
    period: 'access',
  },
  {
    id: 'access_of_customers',
    what: "When and why a customer's account was blocked",
    why: 'to answer for the block',
    keep: '1 year after closing',
    afterwards: 'erased; the days without late charges stay in the account books',
    told: 'by_table',
    by: 'closure',
    standing: 'customer',
    period: 'access',
  },
  {
    id: 'late_blocks',
    what: 'When and why an account was marked for fraud after it had been closed',
    why: 'to answer for the mark',
    keep: '1 year, or until the times above are over',
    afterwards:
      'erased; the keyed hashes of PAN and document keep the mark, and days without late charges stay in the account books',
    told: { untold: 'it comes after closing; that the hashes may be marked is said beside them' },
    by: 'age',
    sql: `with due as (select t.user_id, t.id, ${HAS_NO_DAYS} as goes from account_blocks t
         where t.blocked_at < $1::timestamptz - interval '1 year' and (t.reason <> '' or ${HAS_NO_DAYS})
           and exists (select from account_closures a where a.user_id = t.user_id and a.closed_at <= t.blocked_at) limit $2),
       gone as (delete from account_blocks b using due d where d.goes and b.user_id = d.user_id and b.id = d.id returning 1),
       emptied as (update account_blocks b set ${EMPTIED_BLOCK} from due d
         where not d.goes and b.user_id = d.user_id and b.id = d.id returning 1)
     select ((select count(*) from gone) + (select count(*) from emptied))::int as gone`,
  },
  {
    id: 'access_log',
    what: 'Who copied personal data or closed an account',
    why: 'to answer for every look',
    keep: '1 year',
    afterwards: 'erased',
    told: 'by_table',
    by: 'age',
    sql: old('access_log', OWNED, `at < $1::timestamptz - interval '1 year'`),
  },
  {
    id: 'sign_in',
    what: 'Sign-in events with their address; spent codes and flows; notes of messages sent and of wrong passwords',
    why: 'to explain what happened to an account; limits',
    keep: '1 year; 1 to 2 days',
    afterwards: 'erased',
    told: TOLD.sign_in,
    by: 'age',
    sql: 'select auth.forget_old($1, $2) + auth.move_sign_up_names($2) as gone',
    clock: 'machineClock',
  },
  {
    id: 'unproven',
    what: 'Accounts whose address or number nobody proved, with all that was typed to sign up',
    why: 'to finish the sign-up',
    keep: '7 days after the last code was sent',
    afterwards: 'erased with the sign-in events',
    told: { untold: 'of accounts that were never opened' },
    by: 'none',
  },
  {
    id: 'proposals',
    what: 'What staff wrote of a person in a proposal for a second one: why, the note of whoever decided, the figures',
    why: 'two decide about money, limits and accounts; account books',
    keep: '8 financial years after closing',
    afterwards: 'emptied; that there was one, of which kind, by whom and when, stays',
    told: TOLD.proposals,
    by: 'age',
    period: 'books',
    // The books of who closed their account by this day have had their time.
    sql: `with gone as (update approvals set reason = '', note = null, payload = 'null'
       where id = any (array(
         select a.id from approvals a join account_closures c on c.user_id = a.subject_id
         where ist_date(c.closed_at) <= $1::date and a.payload <> 'null' limit $2)) returning 1)
     select count(*)::int as gone from gone`,
  },
  {
    id: 'audit_log',
    what: 'The audit log: what members of staff did, to which account and why, as they wrote it',
    why: 'to answer for every act; each row is part of a signed day, and none is changed or taken out',
    keep: 'as long as the product runs',
    afterwards: 'nothing is erased; an account stands in it by its number alone',
    told: TOLD.audit_log,
    by: 'none',
  },
  {
    id: 'staff_register',
    what: 'Members of staff, also those of before: the name under which they act, and their address',
    why: 'the audit log names its acts by it',
    keep: 'as long as the audit log',
    afterwards: 'nothing is erased, also where the account is closed',
    told: { untold: 'the line of the audit log tells who worked here that they are named' },
    by: 'none',
  },
  {
    id: 'support',
    what: 'Messages to the support team',
    why: 'complaints and their answers',
    keep: '2 years',
    afterwards: 'erased',
    told: 'by_table',
    by: 'age',
    sql: old(
      'support_messages',
      ['ticket'],
      `updated_at < $1::timestamptz - interval '2 years'
       and not exists (select 1 from support_replies r
         where r.message_id = support_messages.id and r.at >= $1::timestamptz - interval '2 years')`,
    ),
  },
  {
    id: 'deliveries',
    what: 'Which mails and SMS went out and what became of them, without address and text',
    why: 'to answer whether a message came',
    keep: '1 year',
    afterwards: 'erased',
    told: { untold: 'those of an account go with it' },
    by: 'age',
    sql: old('deliveries', OWNED, `queued_at < $1::timestamptz - interval '1 year'`),
  },
  {
    id: 'dead_jobs',
    what: 'Work that failed at every try; where it is a message, sealed with its address and its text',
    why: 'to find out why, and to do it after all',
    keep: '90 days after the last try',
    afterwards: 'erased',
    told: TOLD.dead_jobs,
    by: 'age',
    sql: 'select forget_dead_jobs($1, $2) as gone',
    clock: 'machineClock',
  },
  {
    id: 'unused_prices',
    what: 'Prices shown and not taken',
    why: 'to answer for a price',
    keep: '90 days',
    afterwards: 'erased',
    told: { untold: 'those of an account go with it' },
    by: 'age',
    sql: old('quotes', OWNED, `payment_id is null and created_at < $1::timestamptz - interval '90 days'`),
  },
  {
    id: 'unused_bills',
    what: 'Bills fetched and not paid',
    why: 'to show and pay them',
    keep: '90 days',
    afterwards: 'erased',
    told: { untold: 'those of an account go with it' },
    by: 'age',
    sql: old(
      'bill_fetches',
      OWNED,
      `fetched_at < $1::timestamptz - interval '90 days'
       and not exists (select 1 from payments p where p.user_id = bill_fetches.user_id and p.bill_fetch_id = bill_fetches.id)
       and not exists (select 1 from quotes q where q.user_id = bill_fetches.user_id and q.bill_fetch_id = bill_fetches.id)`,
    ),
  },
  {
    id: 'digilocker',
    what: 'DigiLocker sessions that came to an end, or whose time ran out',
    why: 'to find the way back from the consent page',
    keep: '30 days',
    afterwards: 'erased; the outcome is in the identity record',
    told: { untold: 'those of an account go with it' },
    by: 'age',
    sql: old(
      'aadhaar_sessions',
      OWNED,
      `created_at < $1::timestamptz - interval '30 days' and (status <> 'waiting' or expires_at < $1)`,
    ),
  },
  {
    id: 'webhooks',
    what: 'Call-backs of providers: reference and outcome; their bodies are never stored, only a hash',
    why: 'the same news is taken once',
    keep: '90 days after they were dealt with',
    afterwards: 'erased',
    told: { untold: 'no person stands in them' },
    by: 'age',
    sql: old(
      'webhook_inbox',
      ['provider', 'event_id'],
      `processed_at < $1::timestamptz - interval '90 days'`,
    ),
  },
  {
    id: 'provider_calls',
    what: 'Calls to providers: which, the result, how long it took; never what was said',
    why: 'to find out what happened to a payment, and whether a rail is well',
    keep: '90 days',
    afterwards: 'erased',
    told: { untold: 'no person stands in them' },
    by: 'age',
    sql: old('provider_calls', ['id'], `at < $1::timestamptz - interval '90 days'`),
  },
  {
    id: 'counters',
    what: 'Counted calls',
    why: 'limits',
    keep: '2 days',
    afterwards: 'erased',
    told: { untold: 'those of an account go with it' },
    by: 'age',
    sql: old('call_counters', ['user_id', 'kind'], `window_start < $1::timestamptz - interval '2 days'`),
  },
  {
    id: 'holders',
    what: 'Bank, last four digits and keyed hash of a bank account that was removed, without its number and its names',
    why: 'one bank account behind two people is one person: no reward for bringing a friend',
    keep: 'as long as the account here',
    afterwards: 'erased with it',
    told: { untold: 'those of an account go with it' },
    by: 'none',
  },
  {
    id: 'targets',
    what: 'Rupees counted by the keyed hash of a bank account, without a person',
    why: 'limits',
    keep: '2 days',
    afterwards: 'erased',
    told: { untold: 'no person stands in them' },
    by: 'age',
    sql: old(
      'target_counters',
      ['kind', 'target_hash'],
      `window_start < $1::timestamptz - interval '2 days'`,
    ),
  },
  {
    id: 'idempotency',
    what: 'Keys of money-moving requests with their answers',
    why: 'nothing is done twice',
    keep: '8 days',
    afterwards: 'erased by a job of its own, every night',
    told: { untold: 'those of an account go with it' },
    by: 'none',
  },
  {
    id: 'bureau_raw',
    what: 'Raw bureau reports',
    why: 'read, and not kept: the decision keeps the few figures it used',
    keep: 'not at all (6 months would be allowed)',
    afterwards: 'nothing to erase',
    told: { untold: 'none are kept' },
    by: 'none',
  },
  {
    id: 'marketing',
    what: 'Marketing data',
    why: 'none is held beside the consent itself',
    keep: 'until the consent is withdrawn',
    afterwards: 'nothing is sent from that moment on',
    told: { untold: 'none are kept' },
    by: 'none',
  },
  {
    id: 'calls',
    what: 'Call recordings',
    why: 'none are made',
    keep: 'not at all (12 months would be allowed)',
    afterwards: 'nothing to erase',
    told: { untold: 'none are kept' },
    by: 'none',
  },
];
