-- Refuses forbidden journals of every writer: the owner of the tables is held as well. One look for each statement, not for
-- each line. Rule: LEND-15, LEND-16, LEND-I01, LEND-I02, LEND-I20, LEND-I30, LEND-I61 to I64.

-- check_postings: after lines were written, looks at every journal they belong to.
-- Errors: check_violation, with the journal's kind and source.
-- A plan made for thousands of lines serves a single one as well: only lookups by key. Nearly every call is for one journal, and costs
-- what it takes to make the plan's nodes ready: mirrors are therefore looked at by a query of their own, and the words are put
-- together when there is something to say.
create or replace function check_postings() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  v_no_mirror constant text := 'is no mirror of the journal it takes back';
  v_bad record;
begin
  for v_bad in
    select w.*, x.why from (
      select j.user_id, j.id, j.source_kind, j.source_id, j.loan_id, j.effective_on, j.posting_on, j.posted_at, j.reversal_of,
        count(*) as count, sum(n.amount_paise) as sum,
        coalesce(sum(n.amount_paise) filter (where a.kind = 'M'), 0) as memo_sum,
        min(case when n.amount_paise > 0 then 'debit of ' else 'credit of ' end || n.account) filter (where r.kind is null) as forbidden,
        coalesce(bool_or(n.loan_id <> j.loan_id or n.loan_id is not null and j.loan_id is null), false) as has_other_loan,
        bool_or(a.of_loan) as is_of_loan
      from written n
      join journals j on j.user_id = n.user_id and j.id = n.journal_id
      join accounts a on a.code = n.account
      left join allowed_journals r on r.kind = j.source_kind and r.account = n.account
        and r.side = case when n.amount_paise > 0 then 'debit' else 'credit' end
      group by j.user_id, j.id
    ) w
    left join payments p on p.user_id = w.user_id and p.id = w.loan_id
    left join loans l on l.user_id = w.user_id and l.id = w.loan_id
    cross join lateral (select case
      when w.sum <> 0 or w.count < 2 then 'does not balance (sum %1$s, %2$s lines)'
      when w.memo_sum <> 0 then 'the memo accounts do not balance (%3$s)'
      when w.count <> (select count(*) from postings p where p.user_id = w.user_id and p.journal_id = w.id)
        then 'a journal gets all its lines at once'
      when (w.source_kind = 'reversal') <> (w.reversal_of is not null) then v_no_mirror
      when w.reversal_of is null and w.forbidden is not null then 'does not allow a %4$s'
      when w.has_other_loan then 'has a line of another loan than its own'
      when not exists (
          select 1 from business_days b
          where b.day_on = w.posting_on and (b.closed_at is null or w.posted_at <= b.closed_at))
        then '%5$s is no open business day'
      when w.effective_on > w.posting_on then 'takes effect on %6$s, after the day it is posted on (%5$s)'
      when w.loan_id is not null and p.id is null then 'is about a loan that is no payment of this person'
      -- Looked at below. A mirror takes effect on the day of what it takes back.
      when w.reversal_of is not null then v_no_mirror
      when w.loan_id is null and w.effective_on < w.posting_on - 400 then 'takes effect on %6$s, more than 400 days before it is posted'
      when w.is_of_loan and w.effective_on < coalesce(l.disbursed_on, 'infinity') then 'takes effect on %6$s, before the first day of the loan'
      -- The rail's clock may be behind ours by a midnight, and by no more.
      when w.effective_on < least(ist_date(p.accepted_at), greatest(coalesce(l.disbursed_on, ist_date(p.accepted_at)), ist_date(p.accepted_at) - 1))
        then 'takes effect on %6$s, before the payment was accepted'
    end as why) x
    where x.why is not null
  loop
    continue when v_bad.why = v_no_mirror and v_bad.source_kind = 'reversal' and v_bad.reversal_of is not null and not exists (
        select 1 from postings p
        where p.user_id = v_bad.user_id and (p.journal_id = v_bad.id or p.journal_id = v_bad.reversal_of)
        group by p.account, p.loan_id having sum(p.amount_paise) <> 0)
      -- It takes back what it takes back on the day that took effect.
      and v_bad.effective_on is not distinct from (
        select r.effective_on from journals r where r.user_id = v_bad.user_id and r.id = v_bad.reversal_of);
    raise exception using errcode = 'check_violation',
      message = 'journal ' || v_bad.source_kind || ' ' || format(
        v_bad.why, v_bad.sum, v_bad.count, v_bad.memo_sum, v_bad.forbidden, v_bad.posting_on, v_bad.effective_on),
      detail = format('source %s', v_bad.source_id);
  end loop;
  return null;
end $$;

-- check_journal: at the end of the transaction, a journal has lines.
create or replace function check_journal() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from postings p where p.user_id = new.user_id and p.journal_id = new.id) then
    raise exception using errcode = 'check_violation', message = format('journal %s has no lines', new.source_kind),
      detail = format('source %s', new.source_id);
  end if;
  return null;
end $$;

do $$ begin
  execute 'grant create on schema public to mohlat_books';
  execute 'alter function check_postings() owner to mohlat_books';
  execute 'alter function check_journal() owner to mohlat_books';
  execute 'revoke create on schema public from mohlat_books';
end $$;
revoke all on function check_postings(), check_journal() from public;

-- Made once: making them again would wait for the transactions that write, and hold up later ones.
do $$ begin
  if not exists (select 1 from pg_trigger where tgrelid = 'postings'::regclass and tgname = 'postings_checked') then
    create trigger postings_checked after insert on postings
      referencing new table as written for each statement execute function check_postings();
  end if;
  if not exists (select 1 from pg_trigger where tgrelid = 'journals'::regclass and tgname = 'journals_have_lines') then
    create constraint trigger journals_have_lines after insert on journals
      deferrable initially deferred for each row execute function check_journal();
  end if;
end $$;
