-- A guest buys without an account: a row of users without `email_key` and password, so that none can sign in to it. Its
-- `email` is the one to write to. Once that is proven by an account, the account takes what the guest has bought over,
-- and the row stays, erased.
alter table users add column is_guest boolean not null default false;
alter table users add column guest_email_key text collate "C";
alter table users add column taken_over_by uuid;
alter table users add constraint users_taken_over_by_fkey foreign key (taken_over_by) references users not valid;
comment on column users.is_guest is 'buys without an account; stays true when it is erased';
comment on column users.guest_email_key is 'of the contact e-mail of a guest, which several guests may share; null: an account, or erased';
comment on column users.taken_over_by is 'the account that proved the contact e-mail of this guest';

-- What is limited per person is counted by e-mail. A purchase of it locks the row of its e-mail before it counts.
create table limited_emails (
  address bytea primary key,
  created_at timestamptz(3) not null
);
comment on column limited_emails.address is 'SHA-256 of the e-mail; the row goes after a day';
create index limited_emails_by_age on limited_emails (created_at);

-- The account that takes a guest over is noted apart from what changes of the account itself.
create or replace trigger users_noted
  after update of roles, permissions, suspended_at, erased_at, password_hash on users
  for each row when (current_setting('festival.audit', true) <> '' and not new.is_guest)
  execute function note_row('user', 'id', 'roles permissions suspended_at erased_at !password_hash');
create trigger guests_noted after update of erased_at, taken_over_by on users
  for each row when (current_setting('festival.audit', true) <> '' and new.is_guest)
  execute function note_row('guest', 'id', 'taken_over_by erased_at');
