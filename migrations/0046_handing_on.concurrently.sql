-- Tickets by who holds them, where that is not the buyer: of a person, and of a festival.
drop index concurrently if exists tickets_of_holder;
create index concurrently tickets_of_holder on tickets (holder_id, payment_id) where holder_id is not null;
drop index concurrently if exists tickets_handed_on;
create index concurrently tickets_handed_on on tickets (festival_id, holder_id) where holder_id is not null;

-- A gate finds a ticket by its short code, and no two of a festival are equal.
drop index concurrently if exists tickets_short_code;
create unique index concurrently tickets_short_code on tickets (festival_id, short_code);
drop index concurrently if exists tickets_without_short_code;
create index concurrently tickets_without_short_code on tickets (payment_id) where short_code is null;

-- As `tickets_to_number`, for every change there is.
drop index concurrently if exists tickets_changed_to_number;
create index concurrently tickets_changed_to_number on tickets (festival_id, payment_id)
  where change is null and (was_changed or validated_at is not null or revoked_at is not null);
