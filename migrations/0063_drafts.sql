-- A festival without published_at is a draft. Its deleted_at is infinity: so every statement and index that leaves
-- deleted festivals out leaves drafts out, also those of the previous version (docs/adr/0068).
alter table festivals add column published_at timestamptz(3) default now();
comment on column festivals.published_at is 'null: a draft, whose deleted_at is infinity';
comment on column festivals.deleted_at is 'infinity: a draft';
alter table festivals
  add constraint festivals_drafts_are_hidden check (published_at is not null or deleted_at is not null) not valid,
  add constraint festivals_drafts_have_an_organizer
    check (organizer_id is not null or published_at is not null or deleted_at < 'infinity') not valid;

-- No one waits for gigs of a draft: they were expected before all time, also those that have a start.
comment on column gigs.expected_until is 'without a start_time: when its festival ends; -infinity: of a draft';

create or replace function place_gig() returns trigger language plpgsql as $$
declare
  festival record;
begin
  select country_key, start_time, end_time, published_at is null as is_draft into festival
  from festivals where id = new.festival_id and (deleted_at is null or published_at is null) for share;
  new.country_key := festival.country_key;
  new.expected_from := case when new.start_time is null and not festival.is_draft then festival.start_time end;
  new.expected_until := case
    when festival.is_draft then '-infinity'::timestamptz
    when new.start_time is null then festival.end_time end;
  return new;
end $$;

-- As before; that a draft counts as deleted is not noted.
create or replace function note_row() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  this jsonb := coalesce(after, before);
  part text := case when tg_nargs > 3 then concat(tg_argv[3], '.', this ->> tg_argv[4], '.') else '' end;
  festival uuid := this ->> 'festival_id';
  changes jsonb;
begin
  if tg_table_name = 'festivals' then
    festival := this ->> 'id';
    if before ->> 'deleted_at' = 'infinity' then before := before - 'deleted_at'; end if;
    if after ->> 'deleted_at' = 'infinity' then after := after - 'deleted_at'; end if;
  end if;
  if tg_table_name = 'refunds' then
    select p.festival_id into festival from payments p where p.id = new.payment_id;
  end if;
  select jsonb_object_agg(
    part || ltrim(field, '!'),
    case when field like '!%' then '{"from": null, "to": null}'
         else jsonb_build_object('from', shown(before -> field), 'to', shown(after -> field)) end)
  into changes
  from unnest(string_to_array(tg_argv[2], ' ')) field
  where coalesce(before -> ltrim(field, '!'), 'null') <> coalesce(after -> ltrim(field, '!'), 'null');
  perform note_changes(tg_argv[0], this ->> tg_argv[1], festival,
    case when tg_table_name = 'organizers' then this ->> 'id' else this ->> 'organizer_id' end,
    coalesce(changes, '{}'));
  return null;
end $$;

create or replace trigger festivals_noted
  after insert or update of organizer_id, name, description, venue, address, country, area, start_time,
    end_time, time_zone, photo, coordinates, refund_until_days, refund_percent, published_at, cancelled_at,
    cancelled_reason, deleted_at
  on festivals
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'id',
    'organizer_id name description venue address country area start_time end_time time_zone photo coordinates refund_until_days refund_percent published_at cancelled_at cancelled_reason deleted_at');

create or replace trigger festivals_changed
  after update of organizer_id, name, description, venue, address, country, country_key, area,
    start_time, end_time, time_zone, photo, location, refund_until_days, refund_percent, published_at, cancelled_at,
    cancelled_reason, deleted_at on festivals
  for each row execute function festival_changed();
