-- The rows of before have the default.
alter table gate_devices validate constraint gate_devices_kind;
