comment on table ticket_links is 'addresses that open a file of a ticket for a minute';
