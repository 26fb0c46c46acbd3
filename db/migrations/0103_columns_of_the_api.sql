-- What:  the API's login may change the columns that the API changes, instead of whole rows.
-- Why:   a hostile statement on that login could rewrite amounts, owners' keys and instants of what was accepted long ago.
-- Locks: none held for long (the catalogue's rows of these tables).
-- Safe while the old version runs: yes, it changes the same columns.
-- Up Migration

-- Written by accept_payment and read from then on: what becomes of a payment is the worker's.
revoke update on payments from mohlat_api;

revoke update on profiles from mohlat_api;
grant update (
  full_name, date_of_birth, address_sealed, mobile_sealed, monthly_income_paise, pan_sealed, pan_hash, pan_masked,
  onboarded_at, state_code, updated_at
) on profiles to mohlat_api;

revoke update on kyc_records from mohlat_api;
grant update (
  pan_status, pan_name, pan_category, pan_reason, pan_verified_at, aadhaar_status, aadhaar_last4, aadhaar_name,
  aadhaar_reason, aadhaar_document_hash, aadhaar_verified_at, video_status, video_reason, video_reason_code,
  video_verified_at, rekyc_due_on, rekyc_step_on, rekyc_noticed_at, lapsed_at, updated_at
) on kyc_records to mohlat_api;

revoke update on aadhaar_sessions from mohlat_api;
grant update (status) on aadhaar_sessions to mohlat_api;

-- What is used is the books' business; what is told to the owner, the worker's.
revoke update on credit_accounts from mohlat_api;
grant update (
  state, state_reason, limit_paise, limit_consent_id, reserved_paise, assessment_id, score, report_on, review_on,
  review_told_at, pull_id, pull_key_at, pull_started_at, updated_at
) on credit_accounts to mohlat_api;

revoke update on bank_accounts from mohlat_api;
grant update (
  status, reason, round, round_started_at, next_look_at, is_default, removed_at, number_sealed, fingerprint
) on bank_accounts to mohlat_api;

revoke update on repayments from mohlat_api;
grant update (order_ref, status, failure_reason, next_enquiry_at, enquiry_count) on repayments to mohlat_api;

revoke update on mandates from mohlat_api;
grant update (
  status, reason, customer_ref, order_ref, token_ref, next_look_at, plan_at, confirmed_at, ended_at
) on mandates to mohlat_api;

revoke update on presentations from mohlat_api;
grant update (state, reason, next_look_at, ended_at) on presentations to mohlat_api;

revoke update on idempotency_keys from mohlat_api;
grant update (state, outcome, facts, leased_until) on idempotency_keys to mohlat_api;

revoke update on video_parts from mohlat_api;
grant update (file_id, size_bytes, received_at) on video_parts to mohlat_api;

revoke update on video_sessions from mohlat_api;
grant update (status, phase, trouble, looks_count, next_look_at, updated_at) on video_sessions to mohlat_api;

revoke update on preferences from mohlat_api;
grant update (language, theme, by_email, by_sms, in_app, quiet_from, quiet_until, updated_at) on preferences to mohlat_api;

revoke update on call_counters, call_counts from mohlat_api;
grant update (window_start, count) on call_counters to mohlat_api;
grant update (points, expire) on call_counts to mohlat_api;
