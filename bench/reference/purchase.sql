-- The limit for writes: a purchase as POST /payments makes it, without HTTP, in SQL alone. Two transactions,
-- one row each: what one purchase reads and writes where none is shared. Each client of pgbench is a
-- buyer; :tiers is how many tiers there are to choose from.
\set buyer :client_id + 1
\set tier random(1, :tiers)
begin;
select ('00000000-0000-7000-8000-' || lpad(:buyer::text, 12, '0'))::uuid as buyer_id, ('00000000-0000-7000-8001-' || lpad(:tier::text, 12, '0'))::uuid as tier_id, uuidv7() as id \gset
select id, request_hash, status, lease_until from orders where user_id = :buyer_id and endpoint = 'payments' and idempotency_key = :id::text;
select t.festival_id, t.name, f.name as festival, t.price_cents, t.start_time, t.end_time, t.quantity - t.sold - t.held as remaining, t.archived_at is null and f.cancelled_at is null and f.deleted_at is null as is_offered from tiers t join festivals f on f.id = t.festival_id where t.id = :tier_id;
insert into orders (id, user_id, endpoint, idempotency_key, request_hash, amount_cents, status, livemode, lease_until, hold_until, created_at, touched_at) select :id::uuid, :buyer_id::uuid, 'payments', :id::text, sha256('bench'), price_cents, 'pending', false, now() + interval '15 seconds', now() + interval '10 minutes', now(), now() from tiers where id = :tier_id on conflict (user_id, endpoint, idempotency_key) do nothing;
insert into payments (id, order_id, line, user_id, payment_type, entity_id, festival_id, price_cents, points_used, amount_cents, status, hold_until, created_at) select :id::uuid, :id::uuid, 1, :buyer_id::uuid, 'ticket', id, festival_id, price_cents, 0, price_cents, 'pending', now() + interval '10 minutes', now() from tiers where id = :tier_id;
update tiers set held = held + 1 where id = :tier_id and quantity - sold - held > 0 and archived_at is null;
insert into payment_events (payment_id, festival_id, place, status, amount_cents, created_at) select id, festival_id, 1, 'pending', amount_cents, now() from payments where id = :id;
commit;
begin;
select id, status, is_fenced, amount_cents from orders where id = :id for no key update;
select id, user_id, payment_type, entity_id, festival_id, points_used, amount_cents, refunded_cents, status from payments where order_id = :id for no key update;
insert into points as p (user_id) values (:buyer_id) on conflict (user_id) do update set available = p.available where false;
update orders set status = 'succeeded', is_fenced = true where id = :id;
update payments set status = 'succeeded' where order_id = :id;
insert into payment_events (payment_id, festival_id, place, status, amount_cents, created_at) select id, festival_id, 2, 'succeeded', amount_cents, now() from payments where id = :id;
select t.name, f.name as festival, t.valid_since, t.valid_until from tiers t join festivals f on f.id = t.festival_id where t.id = :tier_id;
insert into tickets (payment_id, festival_id, code, issued_at) select id, festival_id, repeat(upper(md5(id::text)), 5), now() from payments where id = :id;
insert into inboxes as i (user_id, last) values (:buyer_id, 1) on conflict (user_id) do update set last = i.last + 1;
insert into notifications (user_id, number, id, type, cause, title, message, created_at) select user_id, last, uuidv7(), 'payment.succeeded', 'payment:' || :id::text || ':' || 'succeeded', 'Payment received', 'Weekend, Bench: 50.00 EUR paid.', now() from inboxes where user_id = :buyer_id;
insert into reward_events (id, user_id, event_type, entity_type, entity_id, source, points, counted, created_at) select uuidv7(), :buyer_id::uuid, event_type, 'ticket', :tier_id::text, 'payment:' || :id::text, 50 * points, true, now() from reward_rules where event_type = 'ticket_purchased';
insert into point_entries (id, user_id, kind, delta, source, created_at) values (uuidv7(), :buyer_id, 'earned', 50, 'payment:' || :id::text, now());
update points set available = available + 50, earned = earned + 50 where user_id = :buyer_id;
insert into event_tallies as t (user_id, event_type, entity_type, events) values (:buyer_id, 'ticket_purchased', 'ticket', 1) on conflict (user_id, event_type, entity_type) do update set events = t.events + 1;
select id, target from badges where event_type = 'ticket_purchased' and (entity_type is null or entity_type = 'ticket');
select level, benefits from levels join points on points.user_id = :buyer_id and levels.points > earned - 50 and levels.points <= earned;
update tiers set held = held - 1, sold = sold + 1 where id = :tier_id;
select p.*, t.validated_at, t.validated_by, t.code from payments p left join tickets t on t.payment_id = p.id where p.id = :id;
commit;
