-- Requests to the support team, as their own person sees them. The API's role may not read the tables of the desk; these
-- functions answer for the account the transaction acts for, and for no other. Requests are people's rows and the desk's tables are not:
-- which are the account's is asked beforehand, for a cluster joins the two in no statement (decision 121).

-- support_own: requests of the account, the latest to change first; one of them where it is named.
create or replace function support_own(
  p_id uuid, p_before timestamptz, p_before_id uuid, p_limit integer
) returns table (
  id uuid, ticket text, status text, subject_sealed bytea, message_sealed bytea, created_at timestamptz,
  updated_at timestamptz, answered_at timestamptz, seen_at timestamptz
)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  v_ids uuid[];
  v_seen timestamptz[];
begin
  select array_agg(r.id), array_agg(r.seen_at) into v_ids, v_seen
  from support_requests r where r.user_id = app_user_id() and (p_id is null or r.id = p_id);
  return query
  select m.id, m.ticket, m.status, m.subject_sealed, m.message_sealed, m.created_at, m.updated_at,
    (select max(a.at) from support_replies a where a.message_id = m.id and a.written_by is not null), r.seen_at
  from unnest(v_ids, v_seen) as r (id, seen_at) join support_messages m on m.id = r.id
  -- A cursor has milliseconds, an old request microseconds: the list goes on from the exact instant of its row.
  where p_before is null or (m.updated_at, m.id) < (coalesce((select x.updated_at from support_messages x
    where x.id = p_before_id and x.id = any (v_ids) and date_trunc('milliseconds', x.updated_at) = p_before), p_before), p_before_id)
  order by m.updated_at desc, m.id desc limit p_limit;
end $$;

-- support_own_lines: what was written after the first message of a request of the account.
create or replace function support_own_lines(p_id uuid)
returns table (id uuid, is_staff boolean, text_sealed bytea, at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform from support_requests r where r.user_id = app_user_id() and r.id = p_id;
  if not found then return; end if;
  return query
  select a.id, a.written_by is not null, a.text_sealed, a.at from support_replies a where a.message_id = p_id
  order by a.at, a.id;
end $$;

-- support_write_again: another message under a request of the account, which is open again; one that was open keeps its place in
-- the queue. Answers its ticket and who of the staff has it; nothing where the request is another person's.
create or replace function support_write_again(
  p_id uuid, p_line_id uuid, p_text_sealed bytea, p_now timestamptz
) returns table (ticket text, assigned_to uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_message support_messages;
begin
  perform from support_requests r where r.user_id = app_user_id() and r.id = p_id;
  if not found then return; end if;
  select m.* into v_message from support_messages m where m.id = p_id for update;
  insert into support_replies (message_id, id, text_sealed, at) values (p_id, p_line_id, p_text_sealed, p_now);
  update support_messages m
  set status = 'open', updated_at = case when m.status = 'open' then m.updated_at else p_now end, version = m.version + 1
  where m.id = p_id;
  return query select v_message.ticket, v_message.assigned_to;
end $$;

revoke all on function support_own(uuid, timestamptz, uuid, integer), support_own_lines(uuid),
  support_write_again(uuid, uuid, bytea, timestamptz) from public;
grant execute on function support_own(uuid, timestamptz, uuid, integer), support_own_lines(uuid),
  support_write_again(uuid, uuid, bytea, timestamptz) to mohlat_api;
