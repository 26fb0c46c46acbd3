-- The audit log is one chain: nothing in it was changed, and nothing taken out.
-- Rule: LEND-I90, LEND-24.
select seq, what from audit_breaks();
