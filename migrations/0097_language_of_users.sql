-- The language in which a user reads pages, mails and tickets: one of those that the service speaks.
alter table users add column language text collate "C";
comment on column users.language is 'en, de, fr or es; null: not chosen, mails are in English';
