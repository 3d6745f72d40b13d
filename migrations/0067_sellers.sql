-- Who sells, as buyers have to be told: the checkout says it.

alter table organizers add column legal_name text;
alter table organizers add column legal_address text;
alter table organizers add column terms_url text;
alter table organizers add column privacy_url text;
comment on column organizers.legal_name is 'the seller, as the law names it; null: not said';
comment on column organizers.legal_address is 'where the seller is reached by post; null: not said';
comment on column organizers.terms_url is 'the terms of sale; null: none';
comment on column organizers.privacy_url is 'what it does with personal data; null: none';

create or replace trigger organizers_noted
  after insert or delete or update of name, description, photo, legal_name, legal_address, terms_url, privacy_url on organizers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'id',
    'name description photo legal_name legal_address terms_url privacy_url');
