import type { Sql } from '@runseal/spine/postgres';

/**
 * A schema as Postgres itself describes it: tables with columns and constraints, indexes, triggers with their state,
 * functions, privileges. For comparison with a committed copy; not meant to be run.
 */
export async function schemaDump(sql: Sql, schema: string): Promise<string> {
  const parts = [
    await tables(sql, schema),
    await lines(sql`
      select pg_get_indexdef(i.indexrelid) as line from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${schema} order by c.relname`),
    await lines(sql`
      select pg_get_triggerdef(t.oid) || ' -- enabled ' || t.tgenabled::text as line from pg_trigger t
      join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${schema} and not t.tgisinternal order by c.relname, t.tgname`),
    await lines(sql`
      select pg_get_functiondef(p.oid) as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = ${schema} order by p.proname`),
    await lines(sql`
      select format('grant %s on %s %s to %s', privilege, kind, name, grantee) as line from (
        select a.privilege_type as privilege, 'table' as kind, c.relname as name, a.grantee, c.relowner as owner
        from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) a where n.nspname = ${schema}
        union all
        select a.privilege_type, 'function', p.proname, a.grantee, p.proowner
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace, aclexplode(p.proacl) a where n.nspname = ${schema}
        union all
        select a.privilege_type, 'schema', n.nspname, a.grantee, n.nspowner
        from pg_namespace n, aclexplode(n.nspacl) a where n.nspname = ${schema}
      ) as granted (privilege, kind, name, grantee_id, owner),
      lateral (select case when grantee_id = 0 then 'public' else pg_get_userbyid(grantee_id)::text end as grantee)
      where grantee_id <> owner order by 1`),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

async function tables(sql: Sql, schema: string): Promise<string> {
  return lines(sql`
    select format(E'table %I.%I\n%s', n.nspname, c.relname, (
      select string_agg('  ' || what, E'\n' order by rank, what_order, what) from (
        select 0 as rank, a.attnum::int as what_order,
          concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
            'default ' || pg_get_expr(d.adbin, d.adrelid)) as what
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        union all
        select 1, 0, format('constraint %s %s', k.conname, pg_get_constraintdef(k.oid))
        from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n'
      ) as described)) as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind in ('r', 'p') order by c.relname`);
}

async function lines(query: PromiseLike<readonly unknown[]>): Promise<string> {
  return ((await query) as readonly { line: string }[]).map(({ line }) => line.trimEnd()).join('\n');
}
