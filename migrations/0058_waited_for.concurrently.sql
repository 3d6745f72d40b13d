-- The tiers that people wait for, which are few.
drop index concurrently if exists tiers_waited_for;
create index concurrently tiers_waited_for on tiers (id) where waiting is not null;
