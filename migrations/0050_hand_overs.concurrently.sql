-- Hand-overs as staff follow them: of a payment, of a festival and of all, as they were offered and as they ended.
drop index concurrently if exists ticket_transfers_of_payment;
create index concurrently ticket_transfers_of_payment on ticket_transfers (payment_id);
drop index concurrently if exists ticket_transfers_offered;
create index concurrently ticket_transfers_offered on ticket_transfers (created_at desc, id desc);
drop index concurrently if exists ticket_transfers_answered;
create index concurrently ticket_transfers_answered on ticket_transfers (ended_at desc, id desc)
  where outcome <> 'lapsed';
drop index concurrently if exists ticket_transfers_offered_at;
create index concurrently ticket_transfers_offered_at on ticket_transfers (festival_id, created_at desc, id desc);
drop index concurrently if exists ticket_transfers_answered_at;
create index concurrently ticket_transfers_answered_at on ticket_transfers (festival_id, ended_at desc, id desc)
  where outcome <> 'lapsed';
