-- What was admitted offline and should not have been; re-entries and exits are none of it.
drop index concurrently if exists gate_scans_in_error;
create index concurrently gate_scans_in_error on gate_scans (festival_id, received_at desc, id)
  where admitted_offline and outcome not in ('admitted', 'readmitted', 'left');
