-- A loan exists exactly when the bill was paid.
-- Rule: LEND-I15.
select p.user_id, p.id from payments p
left join loans l on l.user_id = p.user_id and l.id = p.id
where (p.bill_status in ('paid', 'reversed')) <> (l.id is not null);
