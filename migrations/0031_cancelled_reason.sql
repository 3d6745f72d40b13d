-- Why a festival is cancelled, as its managers have written it.
alter table festivals add column cancelled_reason text;
comment on column festivals.cancelled_reason is 'null: not cancelled, or without a reason';
