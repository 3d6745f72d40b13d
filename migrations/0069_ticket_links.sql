-- Addresses that open a file of a ticket once, for a minute: the secret itself is not stored.
create table ticket_links (
  hash bytea primary key,
  payment_id uuid not null references payments on delete cascade,
  revision integer not null,
  file text not null,
  expires_at timestamptz(3) not null,
  constraint ticket_links_file check (file in ('pdf', 'calendar'))
);
comment on table ticket_links is 'addresses that open a file of a ticket once';
comment on column ticket_links.hash is 'of the secret in the address';
comment on column ticket_links.revision is 'of the ticket: after a hand-over it opens nothing';
create index ticket_links_by_end on ticket_links (expires_at);
create index ticket_links_of_payment on ticket_links (payment_id);
