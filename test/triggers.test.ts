import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectPool } from '#platform/database/connections'
import { missingInTriggers, printTriggers } from '../scripts/print-triggers.ts'
import { aWorld } from './world.ts'

const { connectionString } = await aWorld()

// Requirement (rules): The audit log notes each column of a record
test('the audit log notes each column of a record: `npm run db:triggers` prints what is missing', async () => {
  await using stack = new AsyncDisposableStack()
  const pool = connectPool(connectionString, { max: 1, purpose: 'work' })
  stack.defer(() => pool.end())
  assert.deepEqual(await missingInTriggers(pool), [])
  assert.equal(await printTriggers(pool), undefined)
  await pool.query(`
    create or replace trigger artists_noted after delete or update of name, bio on artists
      for each row when (current_setting('festival.audit', true) <> '')
      execute function note_row('artist', 'id', 'name photo !audio_sharing video_sharing')`)
  assert.deepEqual(await missingInTriggers(pool), [
    'artists.bio',
    'artists.photo',
    'artists.music_streaming',
    'artists.audio_sharing',
    'artists.video_sharing',
  ])
  const printed = await printTriggers(pool)
  assert.equal(
    printed,
    `-- Printed by \`npm run db:triggers\`.
create or replace trigger artists_noted
  AFTER DELETE OR UPDATE OF name, bio, photo, music_streaming, audio_sharing, video_sharing ON artists
  FOR EACH ROW WHEN ((current_setting('festival.audit'::text, true) <> ''::text))
  EXECUTE FUNCTION note_row('artist', 'id', 'name photo !audio_sharing video_sharing bio music_streaming');
`,
  )
  await pool.query(printed)
  assert.deepEqual(await missingInTriggers(pool), [])
})
