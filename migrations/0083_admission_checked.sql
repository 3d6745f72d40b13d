-- The rows of before have the defaults.
alter table tiers validate constraint tiers_admission;
alter table accommodations validate constraint accommodations_admission;
alter table gate_scans validate constraint gate_scans_direction;
