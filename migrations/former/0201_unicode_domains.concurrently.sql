-- Keys of e-mails whose domain is not in ASCII: few, and found by `storeAsciiDomains` alone.
drop index concurrently if exists users_of_unicode_domains;
create index concurrently users_of_unicode_domains on users (id) where email_key ~ '@.*[^ -~]' or guest_email_key ~ '@.*[^ -~]';
