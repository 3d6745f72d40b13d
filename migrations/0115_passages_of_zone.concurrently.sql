drop index concurrently if exists gate_passages_of_zone;
create index concurrently gate_passages_of_zone on gate_passages (festival_id, zone, payment_id, at, direction desc) include (clash);
