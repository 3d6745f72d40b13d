-- Removes what databases have that were made before the baseline: nothing reads it, and `0221_festivals_without_documents.sql`
-- replaced the functions that wrote it.
drop table if exists festival_documents;
drop function if exists forget_festival_documents(uuid[]), write_festival_documents(uuid[]),
  rename_in_festival_documents(uuid[]), festival_document(uuid), festival_document(uuid, integer),
  festival_light(uuid), hold_names(uuid[], uuid[], text[]);
