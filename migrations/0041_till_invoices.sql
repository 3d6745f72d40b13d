-- A sale of a till has documents once its invoice is requested; later details make it anew.
create or replace function add_document_of_billing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - 'changed_at' = to_jsonb(new) - 'changed_at' then return null; end if;
  insert into documents_due (kind, about, settled_at, next_at)
  select 'changed', o.id, new.changed_at, new.changed_at from orders o
  where o.id = new.order_id and o.status = 'succeeded' and o.amount_cents > 0
    and (o.sale_id is null
      or exists (select from documents d where d.order_id = o.id)
      or exists (select from documents_due q where q.kind = 'sale' and q.about = o.id))
  on conflict do nothing;
  return null;
end $$;
