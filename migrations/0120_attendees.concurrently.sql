-- The tickets of a festival for its managers, the latest bought first: of one tier or accommodation, those that were used, and
-- those that do not admit any more. All of them are found by `payments_of_festival`, who is inside by `gate_passages_of_zone`.
drop index concurrently if exists payments_of_offer;
create index concurrently payments_of_offer on payments (entity_id, id)
  where status in ('succeeded', 'partially_refunded', 'refunding', 'refunded');
drop index concurrently if exists tickets_used;
create index concurrently tickets_used on tickets (festival_id, payment_id) where validated_at is not null;
drop index concurrently if exists tickets_not_admitting;
create index concurrently tickets_not_admitting on tickets (festival_id, payment_id)
  where revoked_at is not null or blocked_at is not null;
