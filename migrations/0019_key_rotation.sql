-- A new key is published before it signs, so that gates without a network know it by then.
alter table ticket_keys add column signs_from timestamptz(3);
comment on column ticket_keys.signs_from is 'null: since it was made';
