-- What staff do in a rehearsal is in the audit log. Turns of a sale are given by the service itself, which is not noted.
create trigger queues_removed_noted
  after delete on queues
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('queue', 'id', 'draw_at cancelled_at');
create trigger queue_draws_noted
  after insert or update of serving on queue_draws
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('queue', 'queue_id', 'serving');
