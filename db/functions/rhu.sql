-- rhu: n / d, rounded half up. Rule: LEND-M3
create or replace function rhu(n bigint, d integer) returns bigint language sql immutable parallel safe as
$$ select (2 * n + d) / (2 * d) $$;
grant execute on function rhu(bigint, integer) to mohlat_worker;
