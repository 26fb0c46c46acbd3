-- late_terms: for processes of the version before (decision 080), one release long: they ask here what lateness costs on a payment, by the
-- settings it was sold under. Now `lateTermsOf` of features/settings says it.
create or replace function late_terms(p_version integer, p_kind text, p_count integer) returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce((
      select plan -> 'late' from jsonb_array_elements(s.content -> 'plans') as plan
      where plan ->> 'kind' = p_kind and (plan ->> 'instalments')::integer = p_count and plan ? 'late' limit 1
    ), s.content -> 'late')
    from settings s where s.version = p_version);
end $$;
grant execute on function late_terms(integer, text, integer) to mohlat_api, mohlat_worker;
