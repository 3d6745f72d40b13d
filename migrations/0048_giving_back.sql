-- Until when buyers may give back what they bought, and how much of its price comes back. A payment keeps both as
-- they were when it was made.
alter table festivals
  add column refund_until_days integer,
  add column refund_percent integer not null default 100;
comment on column festivals.refund_until_days is 'so many times 24 hours before it begins; null: buyers may give nothing back';

alter table payments
  add column cancel_until timestamptz(3),
  add column cancel_percent integer;
comment on column payments.cancel_until is 'null, as cancel_percent: its buyer may not give it back';

alter table refunds add column percent integer;
comment on column refunds.percent is 'of what was left, where the buyer gave it back; null: refunded otherwise';

create or replace trigger festivals_noted
  after insert or update of organizer_id, name, description, venue, address, country, area, start_time,
    end_time, photo, coordinates, refund_until_days, refund_percent, cancelled_at, cancelled_reason, deleted_at
  on festivals
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'id',
    'organizer_id name description venue address country area start_time end_time photo coordinates refund_until_days refund_percent cancelled_at cancelled_reason deleted_at');

create or replace trigger festivals_changed
  after update of organizer_id, name, description, venue, address, country, country_key, area,
    start_time, end_time, photo, location, refund_until_days, refund_percent, cancelled_at, cancelled_reason,
    deleted_at on festivals
  for each row execute function festival_changed();
