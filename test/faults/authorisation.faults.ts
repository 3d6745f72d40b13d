/** Checks removed from the code: the tests of who may do what, and of what may be written, must notice. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

/** A bug, the test that must fail, and the message it must have. */
const planted: Record<string, [file: string, name: string, found: string]> = {
  noowner: [
    'test/authorisation.long.test.ts',
    'refused as the table says.*stranger',
    'GET /payments/{id}: 200 instead of 404',
  ],
  noscope: ['test/authorisation.long.test.ts', 'a scope the client lacks', 'POST /subscriptions'],
  unproven: [
    'src/people/guests/claim.test.ts',
    'registering, signing in with a password',
    'nothing is taken over without proof',
  ],
  nostrip: [
    'test/authorisation-fields.long.test.ts',
    'privileged fields are not written.*admin',
    'PUT /festivals/{id} 409 differs from its description',
  ],
  draftgigs: [
    'test/drafts.long.test.ts',
    'no read shows a trace of a draft: client',
    'GET /gigs /gigs?country=Draftland',
  ],
  draftforbidden: [
    'test/drafts.long.test.ts',
    'no read shows a trace of a draft: stranger',
    'GET /festivals/{id}/sales /festivals/festival/sales',
  ],
}

for (const [PLANT, [file, name, found]] of Object.entries(planted)) {
  test(`who may do what: finds the planted bug ${PLANT}`, async (t) => {
    const args = ['--import', './test/faults/plant.ts', `--test-name-pattern=${name}`, file]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NODE_TEST_CONTEXT: '', PLANT },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    assert.equal(code, 1, output)
    assert.ok(output.includes(found), output)
    const line = output.split('\n').find((line) => line.includes(found))
    t.diagnostic(`${PLANT}: ${line?.trim().slice(0, 120)}`)
  })
}
