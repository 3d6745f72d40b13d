-- Reads all rows without blocking writes.
alter table tiers validate constraint tiers_limits;
alter table accommodations validate constraint accommodations_limits;
