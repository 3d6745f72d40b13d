-- A return pays what it promised when the ticket was given back, whatever its next buyer pays (docs/contract.md, 7.17).
alter table ticket_returns add column promised_cents integer;
comment on column ticket_returns.promised_cents is 'what comes back once another has bought it; null: it was given back before this was stored, and still open or paid at most what the next buyer paid';
