-- Codes that were mailed to sign in with. A row stays for an hour after its mail, because mails are counted; its
-- hash is null until the mail is written.
create table sign_in_codes (
  id uuid primary key,
  address bytea not null,
  pair bytea not null,
  hash bytea,
  failures integer not null default 0,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
comment on column sign_in_codes.address is 'SHA-256 of the e-mail: no personal data';
comment on column sign_in_codes.pair is 'SHA-256 of e-mail and network: no personal data';
comment on column sign_in_codes.hash is 'HMAC of code and e-mail with SECRET_KEY: six digits could be tried out';
create index sign_in_codes_to_address on sign_in_codes (address, created_at);
create index sign_in_codes_by_age on sign_in_codes (created_at);
