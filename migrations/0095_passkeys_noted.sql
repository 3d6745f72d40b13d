-- That a user adds a passkey stands in the audit log, as a change of the password does.
create trigger passkeys_noted after insert on passkeys
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('user', 'user_id', '!public_key');
