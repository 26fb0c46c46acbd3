-- Refuses forbidden journals of every writer: the owner of the tables is held as well. One look for each statement, not for
-- each line. Rule: LEND-15, LEND-16, LEND-I01, LEND-I02, LEND-I20, LEND-I30, LEND-I61 to I64.

-- check_postings: after lines were written, looks at every journal they belong to.
-- Errors: check_violation, with the journal's kind and source.
-- A plan made for thousands of lines serves a single one as well: only lookups by key.
create or replace function check_postings() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  v_bad record;
begin
  select x.source_kind, x.source_id, x.why into v_bad from (
    select j.source_kind, j.source_id, case
      -- No line is of nothing, so one alone never balances.
      when w.sum <> 0 then format('does not balance (sum %s, %s lines)', w.sum, w.count)
      when w.memo_sum <> 0 then format('the memo accounts do not balance (%s)', w.memo_sum)
      when w.count <> (select count(*) from postings p where p.user_id = w.user_id and p.journal_id = w.journal_id)
        then 'a journal gets all its lines at once'
      when (j.source_kind = 'reversal') <> (j.reversal_of is not null) or j.reversal_of is not null and exists (
          select 1 from postings p
          where p.user_id = w.user_id and (p.journal_id = w.journal_id or p.journal_id = j.reversal_of)
          group by p.account, p.loan_id having sum(p.amount_paise) <> 0)
        -- It takes back what it takes back on the day that took effect.
        or j.reversal_of is not null and j.effective_on is distinct from (
          select r.effective_on from journals r where r.user_id = j.user_id and r.id = j.reversal_of)
        then 'is no mirror of the journal it takes back'
      when j.reversal_of is null and w.forbidden is not null then 'does not allow a ' || w.forbidden
      when w.has_other_loan then 'has a line of another loan than its own'
      when not exists (
          select 1 from business_days b
          where b.day_on = j.posting_on and (b.closed_at is null or j.posted_at <= b.closed_at))
        then format('%s is no open business day', j.posting_on)
      when j.effective_on > j.posting_on
        then format('takes effect on %s, after the day it is posted on (%s)', j.effective_on, j.posting_on)
      when j.loan_id is not null and p.id is null then 'is about a loan that is no payment of this person'
      -- A mirror takes effect on the day of what it takes back.
      when j.reversal_of is not null then null
      when j.loan_id is null and j.effective_on < j.posting_on - 400
        then format('takes effect on %s, more than 400 days before it is posted', j.effective_on)
      when w.is_of_loan and j.effective_on < coalesce(l.disbursed_on, 'infinity')
        then format('takes effect on %s, before the first day of the loan', j.effective_on)
      -- The rail's clock may be behind ours by a midnight, and by no more.
      when j.effective_on < least(ist_date(p.accepted_at), greatest(coalesce(l.disbursed_on, ist_date(p.accepted_at)), ist_date(p.accepted_at) - 1))
        then format('takes effect on %s, before the payment was accepted', j.effective_on)
      end as why
    from (
      select n.user_id, n.journal_id, count(*) as count, sum(n.amount_paise) as sum,
        coalesce(sum(n.amount_paise) filter (where a.kind = 'M'), 0) as memo_sum,
        min(n.side || ' of ' || n.account) filter (where r.kind is null) as forbidden,
        coalesce(bool_or(n.loan_id <> h.loan_id or n.loan_id is not null and h.loan_id is null), false) as has_other_loan,
        bool_or(a.of_loan) as is_of_loan
      from (
        select w.*, case sign(w.amount_paise) when 1 then 'debit' else 'credit' end as side from written w
      ) n
      join journals h on h.user_id = n.user_id and h.id = n.journal_id
      join accounts a on a.code = n.account
      left join allowed_journals r on r.kind = h.source_kind and r.account = n.account and r.side = n.side
      group by n.user_id, n.journal_id
    ) w
    join journals j on j.user_id = w.user_id and j.id = w.journal_id
    left join payments p on p.user_id = j.user_id and p.id = j.loan_id
    left join loans l on l.user_id = j.user_id and l.id = j.loan_id
  ) x
  where x.why is not null;
  if v_bad.why is not null then
    raise exception using errcode = 'check_violation',
      message = format('journal %s %s', v_bad.source_kind, v_bad.why), detail = format('source %s', v_bad.source_id);
  end if;
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
