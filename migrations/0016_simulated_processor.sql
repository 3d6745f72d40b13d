-- The book of the simulated processor: any process may go on with what another one began.

create table simulated_charges (
  key uuid primary key,
  cents int not null,
  -- Why it is declined; null: it succeeds.
  reason text,
  refuses_refund boolean not null,
  -- When the buyer, whom it waits for, approves; null: it waits for nobody.
  approves_at timestamptz(3),
  is_cancelled boolean not null default false
);

create table simulated_refunds (
  key uuid primary key,
  charge uuid not null,
  cents int not null,
  -- Why it is not given back; null: it is.
  reason text
);
create index simulated_refunds_by_charge on simulated_refunds (charge);
