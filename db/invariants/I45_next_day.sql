-- The close of days passes over no day of an open loan on which there is something to look at.
-- Rule: LEND-I45, LEND-B2, LEND-B5. Parked loans wait for a person; a loan without a next day is looked at every day.
select d.user_id, d.loan_id, d.next_on from loan_days d
where d.is_open and d.next_on <= book_closed_through() and d.closed_through_on < d.next_on
  and not exists (select 1 from parked_loans k where k.user_id = d.user_id and k.id = d.loan_id);
