-- The request for a code, by which its asker names it: of one asker the newest code alone is valid. Null: asked for from
-- the version before.
alter table sign_in_codes add column request_id uuid;
