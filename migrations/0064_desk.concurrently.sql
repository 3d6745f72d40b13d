-- What was given back at once, when all of it is decided and when its buyer is mailed.
drop index concurrently if exists refunds_of_request;
create index concurrently refunds_of_request on refunds (request_id) where request_id is not null;
