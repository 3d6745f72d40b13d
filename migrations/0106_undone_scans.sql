-- Scans whose passage was taken back. The audit log says who did it, and why.
comment on column gate_scans.outcome is 'admitted: in for the first time; readmitted: in again; left: out; undone: one of them, taken back; else the code of the refusal';
