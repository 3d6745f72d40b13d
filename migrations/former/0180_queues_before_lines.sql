alter table queue_draws add column has_unserved boolean not null default true;
comment on column queue_draws.has_unserved is 'one in the queue has had no turn, or one that is not used keeps its piece: the waiting lists of its tiers are closed';
