-- Checks what was there before the constraint, without blocking writes.
alter table festivals validate constraint festivals_transfer_days;
