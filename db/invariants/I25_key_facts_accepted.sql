-- No payment without accepted key facts, and exactly the ones that were shown.
-- Rule: LEND-I25.
select p.user_id, p.id from payments p
left join key_facts k on k.user_id = p.user_id and k.payment_id = p.id
left join quotes q on q.user_id = p.user_id and q.id = p.quote_id
where k.accepted_at is null or k.hash is distinct from q.key_facts_hash;
