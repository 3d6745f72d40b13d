-- A second factor of users: what an authenticator app counts with, and codes for when it is lost.
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  secret bytea,
  enrolled_at timestamptz(3),
  last_step integer,
  offered_secret bytea,
  offered_at timestamptz(3),
  constraint second_factors_enrolled check (
    (secret is null) = (enrolled_at is null) and (secret is null) = (last_step is null)),
  constraint second_factors_offered check ((offered_secret is null) = (offered_at is null))
);
comment on column second_factors.secret is 'what the app counts with, sealed; null: not confirmed by a code yet';
comment on column second_factors.last_step is 'the latest half minute of which a code was used: none of it or before it works again';
comment on column second_factors.offered_secret is 'the one that waits for its first code, sealed';

create table recovery_codes (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  used_at timestamptz(3)
);
comment on table recovery_codes is 'each stands for the app once';
create index recovery_codes_of_user on recovery_codes (user_id);

alter table tokens add column second_factor boolean not null default false;
comment on column tokens.second_factor is 'whether a second factor was given for it';
alter table tokens add column last_used_on timestamptz(3);
comment on column tokens.last_used_on is 'the start of the last day, in UTC, on which it was used: no finer; null: not noted since the column is there';

create trigger second_factors_noted after insert or update or delete on second_factors
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('user', 'user_id', 'enrolled_at');

-- As `let_go_of_erased_passkeys`. Enrolling locks the account first, so none is added later.
create function let_go_of_erased_second_factors() returns trigger language plpgsql as $$
begin
  delete from second_factors where user_id = new.id;
  delete from recovery_codes where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_second_factors after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_second_factors();

-- As `end_passkeys_of_unproven`: else a stranger who registered an e-mail could lock its owner out.
create function end_second_factors_of_unproven() returns trigger language plpgsql as $$
begin
  delete from second_factors where user_id = new.id;
  delete from recovery_codes where user_id = new.id;
  return null;
end $$;
create trigger users_taken_over_with_second_factors after update of password_hash on users
  for each row when (old.email_proven_at is null)
  execute function end_second_factors_of_unproven();

-- An admin may remove them from accounts of others.
create trigger passkeys_removal_noted after delete on passkeys
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('user', 'user_id', '!public_key');
