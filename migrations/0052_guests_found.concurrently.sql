-- Accounts are listed without guests, of which there may be many more.
drop index concurrently if exists users_newest_accounts;
create index concurrently users_newest_accounts on users (created_at desc, id) where erased_at is null and not is_guest;

-- Guests by their contact e-mail; those that were taken over, by the account and by the moment.
drop index concurrently if exists users_of_guest_email;
create index concurrently users_of_guest_email on users (guest_email_key) where guest_email_key is not null;
drop index concurrently if exists users_taken_over;
create index concurrently users_taken_over on users (taken_over_by, erased_at desc, id) where taken_over_by is not null;
drop index concurrently if exists users_taken_over_late;
create index concurrently users_taken_over_late on users (erased_at) where taken_over_by is not null;
