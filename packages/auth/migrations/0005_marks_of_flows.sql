-- Marks that a sign-up writes (`host.signUpMarks`), of who goes to a provider: an account that is made on the way back has them.
alter table auth.provider_flows add column sign_up_marks jsonb not null default '{}';
