import { WITH_BANK_STATES } from '@mohlat/lending';
import { IS_WAITING } from '#features/collections/index.ts';
import { lastsOn } from '#features/lending/index.ts';
import { oneOf } from '#platform/db/one-of.ts';
import { CONTACTS_A_DAY, CONTACTS_A_WEEK } from './reminders.calendar.ts';

/** True of a debit `n` that the bank was asked for. */
export const WITH_THE_BANK = oneOf('n.state', WITH_BANK_STATES);

/**
 * True while nothing holds back a word about the loan `l`: its person did not say that they cannot pay, their bank disputes no
 * repayment, and no repayment's outcome is unknown; `today` is SQL. Rule: LEND-23, LEND-20
 */
export const isFreeToSpeak = (today: string) => `not exists (
      select 1 from hardships h
      where h.user_id = l.user_id and h.loan_id = l.id and ${lastsOn(today)})
    and not exists (
      select 1 from chargebacks c where c.user_id = l.user_id and c.loan_id = l.id and ${IS_WAITING})
    and not exists (
      select 1 from repayments r where r.user_id = l.user_id and r.loan_id = l.id and r.status = 'unknown')`;

/**
 * True while the person of the loan `l` may be written to: their contacts of today and of the last seven days are fewer than the
 * most; both instants are SQL. Rule: LEND-23
 */
export const isBelowMost = (today: string, week: string) => `(select count(*) from contacts c
       where c.user_id = l.user_id and c.at >= ${today} and c.channels && '{email,sms}') < ${CONTACTS_A_DAY}
  and (select count(*) from contacts c
       where c.user_id = l.user_id and c.at >= ${week} and c.channels && '{email,sms}') < ${CONTACTS_A_WEEK}`;
