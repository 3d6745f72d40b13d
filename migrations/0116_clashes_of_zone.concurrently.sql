drop index concurrently if exists gate_passages_clashes;
create index concurrently gate_passages_clashes on gate_passages (festival_id, zone, payment_id) where clash;
