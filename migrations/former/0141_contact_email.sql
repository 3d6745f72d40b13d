-- Where buyers reach the seller by e-mail: replies to mails about its festivals go there.
alter table organizers add column contact_email text;
comment on column organizers.contact_email is 'where replies of buyers go; null: not said';

create or replace trigger organizers_noted
  after insert or delete or update of name, description, photo, legal_name, legal_address, contact_email, terms_url, privacy_url on organizers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'id',
    'name description photo legal_name legal_address contact_email terms_url privacy_url');
