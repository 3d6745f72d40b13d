-- Roles within an organizer beside manager. They stand in a table of their own: a version before this one takes every row
-- of organizer_managers for a manager.
create table organizer_members (
  organizer_id text collate "C" not null references organizers on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text collate "C" not null,
  may_refund boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (organizer_id, user_id),
  constraint organizer_members_role check (role in ('accountant', 'sales', 'editor')),
  constraint organizer_members_refunds check (role = 'accountant' or not may_refund)
);
create index organizer_members_by_user on organizer_members (user_id, organizer_id);

create trigger organizer_members_noted after insert or update or delete on organizer_members
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'organizer_id', 'role may_refund', 'members', 'user_id');

create function let_go_of_erased_member() returns trigger language plpgsql as $$
begin
  delete from organizer_members where user_id = new.id;
  return null;
end $$;
create trigger users_erased_from_members after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_member();

-- An invitation to a role names the organizer in `member_of`: a version before this one would make a manager of a user who
-- accepts an invitation with an `organizer_id`.
alter table invitations add column member_of text collate "C";
alter table invitations add column member_role text collate "C";
alter table invitations add column may_refund boolean not null default false;
alter table invitations add constraint invitations_member_of
  foreign key (member_of) references organizers on delete cascade not valid;
alter table invitations add constraint invitations_member_role
  check ((member_of is null) = (member_role is null)) not valid;
alter table invitations drop constraint invitations_kind,
  add constraint invitations_kind check (kind in ('manager', 'member', 'gate_staff', 'right')) not valid;
alter table invitations drop constraint invitations_to_one,
  add constraint invitations_to_one check (num_nonnulls(organizer_id, member_of, festival_id, granted_right) = 1) not valid;
comment on column invitations.target is 'which of the four it is, as text';

create or replace trigger invitations_noted after insert or update of ended_at on invitations
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('invitation', 'id',
    'kind organizer_id member_of member_role may_refund festival_id granted_right expires_at ended_at');
