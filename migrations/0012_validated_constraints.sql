-- Constraints that were added to tables in use without reading their rows. Writes go on while rows are read.
alter table clients validate constraint clients_kind;
alter table clients validate constraint clients_publishable_scopes;
alter table festivals validate constraint festivals_drafts_are_hidden;
alter table festivals validate constraint festivals_drafts_have_an_organizer;
alter table gate_devices validate constraint gate_devices_created_by_fkey;
alter table payments validate constraint payments_discount;
alter table payments validate constraint payments_given_by_fkey;
alter table payments validate constraint payments_kept;
alter table payments validate constraint payments_voucher_code_id_fkey;
alter table refunds validate constraint refunds_dispute_id_fkey;
alter table ticket_links validate constraint ticket_links_file;
alter table ticket_transfers validate constraint ticket_transfers_offered_by_fkey;
alter table ticket_transfers validate constraint ticket_transfers_taken_back;
alter table ticket_transfers validate constraint ticket_transfers_taken_back_by_fkey;
alter table tickets validate constraint tickets_holder_id_fkey;
alter table users validate constraint users_taken_over_by_fkey;
alter table webhook_deliveries validate constraint webhook_deliveries_status;
