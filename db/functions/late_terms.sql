-- late_terms: what lateness costs on a payment, by the settings it was sold under: the plan's own terms, or those of all
-- plans of that version. Rule: LEND-S6, LEND-L4.
create or replace function late_terms(p_version integer, p_kind text, p_count integer) returns jsonb
language sql stable as $$
  select coalesce((
    select plan -> 'late' from jsonb_array_elements(s.content -> 'plans') as plan
    where plan ->> 'kind' = p_kind and (plan ->> 'instalments')::integer = p_count and plan ? 'late' limit 1
  ), s.content -> 'late')
  from settings s where s.version = p_version
$$;
grant execute on function late_terms(integer, text, integer) to mohlat_api, mohlat_worker;
