/** `openapi.json` is as linters want it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { aWorld } from './world.ts'

const world = await aWorld()
const { body: description } = await world.get('/openapi.json', { client: null })

/**
 * The strictest rules, but for one: `/webhooks/deliveries/{id}` and `/webhooks/{id}/test` could both be
 * `/webhooks/deliveries/test`, if ids were words. They are UUIDs.
 */
const config = `extends: [recommended-strict]
rules:
  no-ambiguous-paths: off
`

// Requirement (rules): Linters find no fault in the description
test('Redocly finds neither errors nor warnings by its strictest rules', async () => {
  const [file, settings] = [join(world.folder, 'openapi.json'), join(world.folder, 'redocly.yaml')]
  await writeFile(file, JSON.stringify(description))
  await writeFile(settings, config)
  const lint = promisify(execFile)(
    'node_modules/.bin/redocly',
    ['lint', `--config=${settings}`, file],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' } },
  )
  const { stdout, stderr } = await lint
  assert.match(stderr, /Your API description is valid/, stdout)
  assert.doesNotMatch(`${stdout}${stderr}`, /warning/i)
})

/** What Spectral would like besides: a person to write to, and more words where a summary says it all. */
const wishes = new Set(['info-contact', 'operation-description'])

test('Spectral finds no error by the rules for OpenAPI, nor any warning but two of taste', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [rulesets.oas] } as never)
  const found = await linter.run(description)
  assert.deepEqual(
    found
      .filter(({ code }) => !wishes.has(`${code}`))
      .map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`),
    [],
  )
})
