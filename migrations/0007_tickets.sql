-- What a payment for a ticket or an accommodation gives: a signed code, good for one admission.
-- The newest key signs; the older ones stay, since what they signed is still carried around.
create table ticket_keys (
  id integer primary key,
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamptz(3) not null,
  -- From 1,280 on codes would begin with a blank, which a gate cuts off.
  constraint ticket_keys_id check (id between 1 and 1279),
  constraint ticket_keys_public_key check (length(public_key) = 32)
);
comment on column ticket_keys.private_key is 'sealed with SECRET_KEY';

create table tickets (
  payment_id uuid primary key references payments,
  festival_id uuid not null references festivals,
  code text collate "C" not null,
  issued_at timestamptz(3) not null,
  validated_at timestamptz(3),
  validated_by uuid references users,
  revoked_at timestamptz(3)
);
comment on column tickets.code is 'no two are equal: the payment''s id is in it';
