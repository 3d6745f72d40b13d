-- The language that a notification is written in: that of its user when it was made.
alter table notifications add column language text collate "C";
comment on column notifications.language is 'en, de, fr or es; null: English, from before there were others';

create or replace function notifications_after(users uuid[], numbers integer[], most integer)
  returns table (place integer, number integer, notification text)
  language sql stable set enable_seqscan = off as $$
  select place::integer, next.number, row_to_json(told)::text
  from unnest(users, numbers) with ordinality p (user_id, number, place)
  cross join lateral (
    select * from notifications n
    where n.user_id = p.user_id and n.number > p.number and not n.is_hidden
    order by n.number limit most
  ) next
  cross join lateral (
    select next.id, next.title, next.message, next.type, coalesce(next.data, '{}') as data,
           coalesce(next.language, 'en') as language, next.read,
           to_char(next.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
  ) told
  order by place, next.number
$$;
