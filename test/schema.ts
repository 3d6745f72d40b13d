/** The schema of a database, to compare it with that of another one. */
import { rowsOf } from './databases.ts'

const ours = "'public'::regnamespace"

/** Each query returns one text an object. */
const objects = [
  `select format('%s: %s', relname, array_agg(format('%s %s %s %s %s %s', attname, attcollation, pg_catalog.format_type(atttypid, atttypmod),
     attnotnull, pg_get_expr(adbin, adrelid), col_description(attrelid, attnum)) order by attnum)) as text
   from pg_class c join pg_attribute on attrelid = c.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where relnamespace = ${ours} and relkind = 'r' and attnum > 0 and not attisdropped group by relname`,
  `select format('%s %s %s', relname, reloptions, obj_description(oid)) as text
   from pg_class where relnamespace = ${ours} and relkind = 'r' and relname <> 'migrations'`,
  `select format('%s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) as text
   from pg_constraint where connamespace = ${ours}`,
  `select format('%s %s', pg_get_indexdef(indexrelid), indisvalid) as text
   from pg_index join pg_class c on c.oid = indexrelid where relnamespace = ${ours}`,
  `select format('%s %s', pg_get_triggerdef(t.oid), tgenabled) as text
   from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace = ${ours} and not tgisinternal`,
  `select pg_get_functiondef(oid) as text from pg_proc p where pronamespace = ${ours} and prokind = 'f'
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
]

/** Returns the definitions of all tables, constraints, indexes, triggers and functions. */
export async function schemaOf(connectionString: string): Promise<string[]> {
  const found = []
  for (const query of objects)
    found.push(...(await rowsOf<{ text: string }>(connectionString, query)))
  return found.map(({ text }) => text).toSorted()
}
