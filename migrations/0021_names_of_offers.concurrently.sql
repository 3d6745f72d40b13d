-- Lists by name.
drop index concurrently if exists accommodations_by_search_name;
create index concurrently accommodations_by_search_name on accommodations (search_name, id) where archived_at is null;
drop index concurrently if exists subscriptions_by_search_name;
create index concurrently subscriptions_by_search_name on subscriptions (search_name, id) where archived_at is null;
drop index concurrently if exists clients_by_search_name;
create index concurrently clients_by_search_name on clients (search_name, id);

-- Search names and texts in the form of an earlier version, for the jobs that write them anew; later these indexes are empty.
-- Unused since 1.0.0: `…_of_former_search_name` and `festivals_without_search_text`.
drop index concurrently if exists artists_of_former_form;
create index concurrently artists_of_former_form on artists (id)
  where has_former_search_name(search_name);
drop index concurrently if exists genres_of_former_form;
create index concurrently genres_of_former_form on genres (id)
  where has_former_search_name(search_name);
drop index concurrently if exists organizers_of_former_form;
create index concurrently organizers_of_former_form on organizers (id)
  where has_former_search_name(search_name);
drop index concurrently if exists festivals_of_former_form;
create index concurrently festivals_of_former_form on festivals (id)
  where has_former_search_name(search_name) or has_former_search_text(search_text);
drop index concurrently if exists accommodations_of_former_form;
create index concurrently accommodations_of_former_form on accommodations (id)
  where has_former_search_name(search_name);
drop index concurrently if exists subscriptions_of_former_form;
create index concurrently subscriptions_of_former_form on subscriptions (id)
  where has_former_search_name(search_name);
drop index concurrently if exists clients_of_former_form;
create index concurrently clients_of_former_form on clients (id)
  where has_former_search_name(search_name);
drop index concurrently if exists users_of_former_form;
create index concurrently users_of_former_form on users (id)
  where search_name <> '' and has_former_search_name(search_name);
