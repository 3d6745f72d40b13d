-- What a payment for a ticket or an accommodation gives: a signed code, good for one admission.
create table ticket_keys (
  id integer primary key,
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamptz(3) not null
);
comment on column ticket_keys.private_key is 'sealed with SECRET_KEY';

create table tickets (
  payment_id uuid primary key references payments,
  festival_id uuid not null references festivals,
  code text collate "C" not null,
  issued_at timestamptz(3) not null,
  validated_at timestamptz(3),
  validated_by uuid references users,
  revoked_at timestamptz(3),
  constraint tickets_code_unique unique (code)
);
create index tickets_of_festival on tickets (festival_id);
