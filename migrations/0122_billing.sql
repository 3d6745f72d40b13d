-- Who headlines a festival, and in which order its bill names the others.
alter table gigs
  add column headliner boolean not null default false,
  add column billing integer;
alter table gigs add constraint gigs_billing check (billing between 1 and 10000) not valid;
comment on column gigs.headliner is 'the bill names its artist first, and largest';
comment on column gigs.billing is 'the place of its artist on the bill, 1 first; null: after those that have one, by name';
