-- How many invitations an inviter has sent, and to which address: counted apart from the invitations themselves,
-- which go with their organizer.
create table invitation_counts (
  invitation_id uuid primary key,
  invited_by uuid not null references users,
  address bytea not null,
  created_at timestamptz(3) not null
);
comment on column invitation_counts.address is 'SHA-256 of the e-mail: no personal data';
create index invitation_counts_by_inviter on invitation_counts (invited_by, created_at);
create index invitation_counts_by_time on invitation_counts (created_at);
