-- The text of an act of several artists, which the gig of each of them has.
alter table gigs add column billing_text text;
comment on column gigs.billing_text is 'the act as it is billed; null: by the name of its artist';
