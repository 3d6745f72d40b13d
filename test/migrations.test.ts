/**
 * Migrations only expand: the previous version keeps working while they run, and beside the new one
 * afterwards.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { baseline } from '#platform/database/baseline'
import { refusals } from './expand-only.ts'
import { owners } from './table-owners.ts'

const isBaseline = (name: string) => baseline.some((one) => one === name)

const former = readdirSync('migrations/former').map((name) => `former/${name}`)
const files = readdirSync('migrations').filter((name) => name.endsWith('.sql'))
const all = files.toSorted()
const later = all.filter((name) => !isBaseline(name))

for (const name of [...former, ...later]) {
  // Requirement (rules): Migrations run while the old version serves: expand, then contract
  test(`${name} leaves the previous version what it uses, and does not block it`, () => {
    assert.deepEqual(refusals(name, readFileSync(`migrations/${name}`, 'utf8')), [])
  })
}

// Requirement (rules): A migration that databases have is never changed
test('the baseline is unchanged: databases have it already', () => {
  const digest = createHash('sha256')
  for (const name of all.filter(isBaseline)) {
    digest.update(`${name}\0${readFileSync(`migrations/${name}`, 'utf8')}`)
  }
  assert.equal(
    digest.digest('hex'),
    '95fbbebe7765f535c928ab9f0a61f7a2d908f4e58481a722de8f7feab98574ad',
  )
})

test('the baseline has each table in the file of its area', () => {
  for (const name of baseline) {
    const area = name.slice(5, -4)
    const text = readFileSync(`migrations/${name}`, 'utf8')
    for (const [, table = ''] of text.matchAll(/^create table (\w+)/gm)) {
      const owner = owners[table] ?? ''
      const isThere = owner === 'cli' || owner === area || existsSync(`src/${area}/${owner}`)
      assert.ok(isThere, `${table} of ${owner} is in ${name}`)
    }
  }
})

test('each migration has a number of its own', () => {
  const numbers = all.map((name) => /^(\d{4})_[a-z_]+(\.concurrently)?\.sql$/.exec(name)?.[1])
  assert.ok(!numbers.includes(undefined))
  assert.equal(new Set(numbers).size, numbers.length)
})

for (const text of [
  'drop table artists',
  'drop function tell_rows()',
  'drop trigger gigs_placed on gigs',
  'alter table users drop column name',
  'alter table users drop name',
  'alter table users drop constraint users_email_key',
  'alter table users rename to people',
  'alter table users rename column name to title',
  'alter index gigs_by_start rename to gigs_by_time',
  'alter table users alter column age type bigint',
  'alter table users alter age set data type bigint',
  'alter table users alter column age set not null',
  'alter table users add column age integer not null',
  'alter table users add age integer not null, add size integer not null default 1',
  'alter table users add column token uuid default gen_random_uuid()',
  'alter table users add column whole text generated always as (first || last) stored',
  'alter table users add column friend uuid references users',
  'alter table users add column age integer check (age > 0)',
  'alter table users add constraint users_age check (age > 0)',
  'alter table users add constraint users_friend foreign key (friend) references users',
  'alter table users add constraint users_name unique (name)',
  'create index users_by_age on users (age)',
  'create unique index users_by_age on users (age)',
  'create index concurrently users_by_age on users (age)',
  'drop index users_by_age',
  'truncate users',
  'lock table users',
  'update users set age = 1',
  'delete from users where age is null',
]) {
  test(`refused: ${text}`, () => {
    assert.notDeepEqual(refusals('9001_x.sql', `-- Said.\n${text};\n`), [])
  })
}

for (const text of [
  'create table pets (id uuid primary key, owner uuid references users, age integer check (age > 0)); create index pets_by_age on pets (age); alter table pets alter column age set not null; update pets set age = 1',
  'alter table users add column age integer',
  "alter table users add column age integer not null default 0, add column kind text default 'x' not null",
  'alter table users add column seen_at timestamptz(3) not null default now()',
  'alter table users add constraint users_age check (age > 0) not valid',
  'alter table users validate constraint users_age',
  'alter table users add constraint users_name unique using index users_by_name',
  'alter table users drop constraint users_kind, add constraint users_kind check (age > 0) not valid',
  'alter table users alter column age drop not null',
  'create or replace function f() returns trigger language plpgsql as $$ begin drop table x; delete from y; end $$',
  "comment on column users.age is 'drop table; rename'",
  'insert into levels (id) values (1)',
]) {
  test(`allowed: ${text.slice(0, 70)}`, () => {
    assert.deepEqual(refusals('9001_x.sql', `${text};\n`), [])
  })
}

// Requirement (rules): What a version has stopped using, a later one may take away
test('a later version may remove what an earlier one stopped using', () => {
  const text = '-- Unused since 1.2.0.\nalter table users drop column age;\n'
  assert.equal(refusals('9001_x.sql', text, [1, 2, 0]).length, 1)
  assert.equal(refusals('9001_x.sql', text, [1, 1, 9]).length, 1)
  assert.deepEqual(refusals('9001_x.sql', text, [1, 2, 1]), [])
  assert.deepEqual(refusals('9001_x.sql', text, [2, 0, 0]), [])
})

test('indexes of tables in use are built concurrently, in a file of their own', () => {
  const build = 'create index concurrently users_by_age on users (age);\n'
  const name = '9001_x.concurrently.sql'
  assert.deepEqual(refusals(name, `drop index concurrently if exists users_by_age;\n${build}`), [])
  assert.match(refusals(name, build)[0] ?? '', /half-built/)
  assert.match(
    refusals(name, 'alter table users add column age integer;')[0] ?? '',
    /nothing but indexes/,
  )
})
