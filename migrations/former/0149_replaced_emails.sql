-- An e-mail that stands in place of a proven one, and is not proven itself. Until it is, the role admin and the permissions of the account
-- rest, and its second factor and passkeys stay: the owner of the e-mail before has added them.
alter table users add column proven_before timestamptz(3);
comment on column users.proven_before is 'when the e-mail was proven that the present one, which is not, has replaced; null: there is none';

-- Whatever changes the e-mail, also the version before.
create function note_replaced_email() returns trigger language plpgsql as $$
begin
  new.proven_before := case
    when new.email_proven_at is null and new.erased_at is null
    then coalesce(old.email_proven_at, old.proven_before) end;
  return new;
end $$;
create trigger users_email_replaced before update of email_proven_at on users
  for each row execute function note_replaced_email();

-- Passkeys and second factors end with the password of an account whose e-mail was never proven.
create or replace function end_passkeys_of_unproven() returns trigger language plpgsql as $$
begin
  if old.proven_before is null then
    delete from passkeys where user_id = new.id;
  end if;
  return null;
end $$;
create or replace function end_second_factors_of_unproven() returns trigger language plpgsql as $$
begin
  if old.proven_before is null then
    delete from second_factors where user_id = new.id;
    delete from recovery_codes where user_id = new.id;
  end if;
  return null;
end $$;
