-- What a festival gives to those with a code: a discount, hidden tiers and accommodations, or both. The terms stand
-- once; the codes that have them, one or many, are rows of their own, each with its uses.
create table vouchers (
  id uuid primary key,
  festival_id uuid not null references festivals,
  name text,
  percent integer,
  amount_cents integer,
  price_cents integer,
  opens boolean not null,
  entity_ids uuid[],
  max_uses integer,
  max_per_person integer,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  ended_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint vouchers_gives check (
    num_nonnulls(percent, amount_cents, price_cents) <= 1
    and (opens or num_nonnulls(percent, amount_cents, price_cents) = 1)),
  constraint vouchers_money check (percent between 1 and 100 and amount_cents > 0 and price_cents >= 0),
  constraint vouchers_limits check (max_uses >= 1 and max_per_person >= 1)
);
comment on column vouchers.price_cents is 'what one costs with it, where that is less';
comment on column vouchers.opens is 'whether what is hidden can be bought with it';
comment on column vouchers.entity_ids is 'the tiers and accommodations that it is for; null: all of its festival';
comment on column vouchers.max_uses is 'of each code; null: as many as one likes';
comment on column vouchers.max_per_person is 'of each code; null: as many as they like';
comment on column vouchers.ended_at is 'since when staff have ended it';
create index vouchers_of_festival on vouchers (festival_id, id);

create table voucher_codes (
  id uuid primary key,
  voucher_id uuid not null references vouchers,
  festival_id uuid not null references festivals,
  code text not null,
  code_key text collate "C" not null,
  max_uses integer,
  held integer not null default 0,
  used integer not null default 0,
  constraint voucher_codes_once unique (code_key, festival_id),
  constraint voucher_codes_uses check (least(held, used) >= 0 and held + used <= max_uses)
);
comment on column voucher_codes.code_key is 'the code in capitals and without dashes, as it is found';
comment on column voucher_codes.max_uses is 'that of its voucher';
comment on column voucher_codes.held is 'payments that are open with it';
comment on column voucher_codes.used is 'payments that are paid with it, and not given back in full';
create index voucher_codes_of_voucher on voucher_codes (voucher_id, id);

alter table payments
  add column discount_cents integer not null default 0,
  add column voucher_code_id uuid,
  add column given_by uuid,
  add column given_reason text;
alter table payments
  add constraint payments_voucher_code_id_fkey foreign key (voucher_code_id) references voucher_codes not valid,
  add constraint payments_given_by_fkey foreign key (given_by) references users not valid,
  add constraint payments_discount check (discount_cents between 0 and price_cents - amount_cents) not valid;
comment on column payments.discount_cents is 'what a voucher took off its price';
comment on column payments.voucher_code_id is 'the code that it was bought with, which has one use for it; null: none';
comment on column payments.given_by is 'who gave it for nothing, so that it counts for no limit; null: it was bought';

create trigger vouchers_noted
  after insert or update of name, percent, amount_cents, price_cents, opens, entity_ids, max_uses, max_per_person,
    starts_at, ends_at, ended_at on vouchers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('voucher', 'id',
    'name percent amount_cents price_cents opens entity_ids max_uses max_per_person starts_at ends_at ended_at');
create trigger voucher_codes_added after insert on voucher_codes referencing new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('voucher', 'voucher_id', 'codes');

-- What is given for nothing stands in the audit log, without the e-mail it is for.
create trigger payments_given after insert on payments
  for each row when (current_setting('festival.audit', true) <> '' and new.given_by is not null)
  execute function note_row('payment', 'id', 'entity_id given_reason');
