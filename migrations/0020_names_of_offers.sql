-- The form of names by which lists are sorted. A job writes those of before. Unused since 1.0.0: `accommodations_by_name` and
-- `subscriptions_by_name`.
alter table accommodations add column search_name text collate "C" not null default '';
alter table subscriptions add column search_name text collate "C" not null default '';
alter table clients add column search_name text collate "C" not null default '';

-- True for a search name of an earlier version: it lacks its joined words, or its words in Latin letters, or has a sign between
-- letters. The letters are those of `src/platform/values/names.ts`.
create function has_former_search_name(search_name text) returns boolean
  language sql immutable parallel safe as $$
  select split_part(search_name collate "C", E'\t ',
    case when search_name collate "C" ~ '[α-ωа-ҁҊ-ԯա-ֆა-ჺ가-힣ぁ-ゖ]' then 3 else 2 end) = ''
    or search_name collate "C" ~ '[a-z0-9][☀-➿]+[a-z0-9]' $$;

-- True for a search text of an earlier version, which begins with no mark of its form, or for none.
create function has_former_search_text(search_text text) returns boolean
  language sql immutable parallel safe as $$ select left(coalesce(search_text, ''), 2) <> E'\t\t' $$;
