-- A publishable client has no secret and no scopes: its id stands in pages and apps. Browsers say from which of its
-- origins they call; other callers have none.
alter table clients add column kind text not null default 'confidential';
alter table clients add column origins text[] not null default '{}';
alter table clients add column allow_without_origin boolean not null default false;
alter table clients add constraint clients_kind check (kind in ('confidential', 'publishable')) not valid;
alter table clients add constraint clients_publishable_scopes
  check (kind = 'confidential' or scopes = '{}') not valid;

create or replace trigger clients_noted
  after insert or delete or update of name, kind, scopes, origins, allow_without_origin, suspended_at on clients
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('client', 'id', 'name kind scopes origins allow_without_origin suspended_at');

-- A token may have fewer scopes than its client.
alter table tokens add column scopes text[];
comment on column tokens.scopes is 'those that it was narrowed to; null: all of its client';

-- From which origins pages may call is remembered by every process until it changes.
create function tell_origins() returns trigger language plpgsql as $$
begin
  perform pg_notify('festival', json_build_object(
    'from', 'database', 'topic', 'access', 'ids', json_build_array('origins'))::text);
  return null;
end $$;

create trigger clients_told_origins after insert or delete or update of origins, suspended_at on clients
  for each statement execute function tell_origins();
