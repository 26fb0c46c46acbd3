-- A reservation's state follows the bill's.
-- Rule: LEND-I14.
select p.user_id, p.id from payments p
left join reservations r on r.user_id = p.user_id and r.payment_id = p.id
where r.state is distinct from case when p.bill_status in ('paid', 'reversed') then 'consumed'
                                    when p.bill_status = 'failed' then 'released' else 'held' end;
