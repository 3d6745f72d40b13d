-- Tickets for the wallets of Apple and Google are opened by such addresses, too.
alter table ticket_links
  drop constraint ticket_links_file,
  add constraint ticket_links_file check (file in ('pdf', 'calendar', 'pkpass', 'google')) not valid;
