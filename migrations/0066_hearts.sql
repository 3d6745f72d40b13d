-- Gigs that users want to see. One that has left its festival stays, with what it was, so that it can be told.
create table hearts (
  user_id uuid not null references users on delete cascade,
  gig_id uuid not null,
  festival_id uuid not null references festivals on delete cascade,
  artist_name text collate "C",
  known_start_at timestamptz(3),
  keeps_clashes boolean not null default false,
  created_at timestamptz(3) not null,
  constraint hearts_pkey primary key (user_id, gig_id)
);
comment on column hearts.gig_id is 'no foreign key: the gig may be gone';
comment on column hearts.artist_name is 'who was to play when the heart was given';
comment on column hearts.known_start_at is 'the start that the user has seen; null: to be announced';
comment on column hearts.keeps_clashes is 'the user keeps it beside others at the same time that are kept as well';
create index hearts_at_festival on hearts (user_id, festival_id);
create index hearts_of_festival on hearts (festival_id);

-- As `let_go_of_erased_user`. A heart locks the account first, so none is added later.
create function let_go_of_erased_hearts() returns trigger language plpgsql as $$
begin
  delete from hearts where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_hearts after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_hearts();
