-- No posting into a missing or closed business day.
-- Rule: LEND-I20.
select j.user_id, j.id from journals j left join business_days b on b.day_on = j.posting_on
where b.day_on is null or (b.closed_at is not null and j.posted_at > b.closed_at);
