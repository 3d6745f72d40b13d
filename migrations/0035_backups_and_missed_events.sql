-- Backups that `festival backup` has made: `festival doctor` says how old the last one is.
create table backups (
  id uuid primary key,
  -- The moment whose data the file holds.
  made_at timestamptz(3) not null,
  file text not null,
  bytes double precision not null,
  rows double precision not null,
  jobs integer not null,
  -- Null: photos are in a bucket, and not in the file.
  photos integer,
  with_key boolean not null
);

-- What happens while the service has disabled an endpoint is kept for it as a delivery that was missed.
alter table webhook_deliveries
  drop constraint webhook_deliveries_status,
  add constraint webhook_deliveries_status
    check (status in ('pending', 'delivered', 'failed', 'missed')) not valid;

-- While deliveries of a replay are due, which are those due up to this time, an endpoint gets one request at a time.
alter table webhooks add column replayed_at timestamptz(3);
