-- Whether the processor takes real money for a payment. Null in payments of an earlier version, of which the charges
-- of the simulated processor tell.
alter table payments add column livemode boolean;
