-- What opens something of an account without its password: the address of its calendar, gate devices and tills that its user answers for,
-- and invitations that it has sent. It ends when the account is suspended, or its password is set from outside of a session.
alter table users add column access_ended_at timestamptz(3);
comment on column users.access_ended_at is 'when all of it was ended last; null: never';
alter table users add column access_to_review boolean not null default false;
comment on column users.access_to_review is 'the password or the rights have changed, and its user has not said yet what is to stay';

alter table gate_devices add column is_unmanaged boolean not null default false;
comment on column gate_devices.is_unmanaged is 'ended with the access of the user who answers for it, until a manager answers for it anew';

create function end_standing_access() returns trigger language plpgsql as $$
begin
  delete from calendar_feeds where user_id = new.id;
  update gate_devices set is_unmanaged = true where created_by = new.id and ended_at is null and not is_unmanaged;
  update invitations set ended_at = new.access_ended_at where invited_by = new.id and ended_at is null;
  delete from password_resets where user_id = new.id;
  return null;
end $$;
create trigger users_access_ended after update of access_ended_at on users
  for each row when (new.access_ended_at is not null)
  execute function end_standing_access();
