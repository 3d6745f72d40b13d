/** E-mails that take no mail: refusals by servers, and reports that come back. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { proveEmail } from '#identity/users'
import { makeDue, recordBounce, sendMails } from '#messaging/mail'
import { createMailer } from '#platform/outgoing/mail'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../test/buying.ts'
import { sourcesTo } from '../../../test/mailbox.ts'
import { aPostOffice } from '../../../test/post-office.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { app, db, vault, post } = world
const at = () => ({ db, vault, now: clock.now })
const refused = new Map<string, string>()
const office = await aPostOffice((address) => refused.get(address))
const mailer = createMailer({
  smtpUrl: office.url(),
  from: 'a@festival.example',
  folder: world.folder,
})
after(async () => {
  mailer.close()
  await office.close()
})

const send = (more = {}) =>
  sendMails({ ...world, log: app.log, ...more }, app.mailWriters, new AbortController().signal)
const notedOf = ({ id }: Person) =>
  db.selectFrom('undeliverable_emails').selectAll().where('user_id', '=', id).executeTakeFirst()

/** A purchase with a mailed confirmation. Returns the mail as it was sent. */
async function aMailTo(as: Person): Promise<string> {
  const tier = await aTier(world)
  const bought = await post('/payments', { payment_type: 'ticket', entity_id: tier.id }, { as })
  assert.equal(bought.status, 201)
  await send()
  return (await sourcesTo(world, as.email, 'Confirmation')).at(-1) ?? ''
}

type Said = { action?: string; status?: string; as?: 'message/rfc822' | 'text/rfc822-headers' }

/** A report in the form that mail servers write. */
function report(
  mail: string,
  { action = 'failed', status = '5.1.1', as = 'message/rfc822' }: Said = {},
) {
  const [head = ''] = mail.split('\r\n\r\n')
  const lines = [
    'From: MAILER-DAEMON@mx.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'I am sorry to have to inform you.',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; someone@people.example',
    `Action: ${action}`,
    `Status: ${status}`,
    '',
    '--b',
    `Content-Type: ${as}`,
    '',
    as === 'message/rfc822' ? mail : head,
    '',
    '--b--',
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

for (const as of ['message/rfc822', 'text/rfc822-headers'] as const) {
  // Requirement (rules): contract §6.5 Mails, undeliverable: a report
  test(`a report notes the e-mail of the mail that it has as ${as}, and again changes nothing`, async () => {
    const ada = await world.aUser()
    const mail = await aMailTo(ada)
    for (let times = 0; times < 2; times++) {
      assert.equal(await recordBounce(at(), report(mail, { as })), 'noted')
      const { email, status } = (await notedOf(ada)) ?? {}
      assert.deepEqual([email, status], [ada.email, '5.1.1'])
    }
  })
}

// Requirement (rules): contract §6.5 Mails, undeliverable: no other person
test('no other person ends the mail of a user', async () => {
  const [ada, eve] = [await world.aUser(), await world.aUser()]
  const mail = await aMailTo(eve)
  const [, id = ''] = /^Message-ID:\s+<([^@]+)@/im.exec(mail) ?? []
  const [kind = '', about = '', user = '', mac = ''] = id.split('.')
  assert.equal(user, eve.id)
  for (const forged of [
    `${kind}.${about}.${ada.id}.${mac}`,
    `${kind}.${newId()}.${eve.id}.${mac}`,
    `${kind}.${about}.${eve.id}.${'A'.repeat(43)}`,
    `${kind}.${about}.${ada.id}`,
    'nonsense',
  ]) {
    const told = report(mail.replace(id, forged))
    assert.equal(await recordBounce(at(), told), 'not ours', forged)
  }
  assert.deepEqual([await notedOf(ada), await notedOf(eve)], [undefined, undefined])
})

const reports: [what: string, said: Said, result: string][] = [
  ['that is delayed', { action: 'delayed', status: '4.4.1' }, 'not final'],
  ['that was delivered', { action: 'delivered', status: '2.0.0' }, 'not final'],
  ['that was not liked', { status: '5.7.1' }, 'not final'],
  ['for a mailbox that is full for good', { status: '5.2.2' }, 'noted'],
]
for (const [what, said, result] of reports) {
  // Requirement (rules): contract §6.5 Mails, undeliverable: what is final
  test(`a mail ${what} is ${result}`, async () => {
    const mail = await aMailTo(await world.aUser())
    assert.equal(await recordBounce(at(), report(mail, said)), result)
  })
}

// Requirement (rules): contract §6.5 Mails, undeliverable: no report
test('what is no report is none, whatever is in it', async () => {
  for (const source of [
    '',
    'hello',
    '\0\0\0',
    'Content-Type: multipart/report; boundary="b"\r\n\r\n--b',
  ]) {
    assert.equal(await recordBounce(at(), Buffer.from(source)), 'no report')
  }
})

// Requirement (rules): contract §6.5 Mails, undeliverable: another e-mail
test('another e-mail of the user is as good as any, and a report about the one before comes too late', async () => {
  const ada = await world.aUser()
  const mail = await aMailTo(ada)
  const email = `${newId()}@people.example`
  await db.updateTable('users').set({ email }).where('id', '=', ada.id).execute()
  assert.equal(await recordBounce(at(), report(mail)), 'not ours')
  assert.equal(await notedOf(ada), undefined)
})

// Requirement (rules): contract §6.5 Mails, undeliverable: refused by a server
test('what a server refuses for good is noted, and what it refuses for now, or of itself, is not', async () => {
  const answers: [answer: string, noted: string | undefined][] = [
    ['5.1.1 No such user here', '5.1.1'],
    ['No such user here', '5.0.0'],
    ['5.7.1 Relaying denied', undefined],
  ]
  for (const [answer, noted] of answers) {
    const ada = await world.aUser()
    refused.set(ada.email, answer)
    await makeDue({ db, now: clock.now }, [
      { kind: 'purchase', about: await aPaid(ada), user_id: ada.id },
    ])
    await send({ mailer })
    assert.equal((await notedOf(ada))?.status, noted, answer)
  }
})

/** An order with a mail that was sent already. */
async function aPaid(as: Person): Promise<string> {
  await aMailTo(as)
  const { body } = await world.get('/orders', { as })
  return body.orders[0].id
}

// Requirement (rules): contract §6.5 Mails, undeliverable: what is sent all the same, and the end of it
test('mails about money are tried all the same, others are not sent; one that arrives makes the e-mail good', async () => {
  const ada = await world.aUser()
  assert.equal(await recordBounce(at(), report(await aMailTo(ada))), 'noted')
  const about = newId()
  await makeDue({ db, now: clock.now }, [{ kind: 'waitingOffered', about, user_id: ada.id }])
  await send()
  assert.deepEqual(await sourcesTo(world, ada.email, 'What you wait for'), [])
  assert.ok(await notedOf(ada))
  await aMailTo(ada)
  assert.equal(await notedOf(ada), undefined)
})

// Requirement (rules): contract §6.5 Mails, undeliverable: confirmed, erased
test('who proves the e-mail reads it; who is erased leaves nothing', async () => {
  const [ada, bo] = [await world.aUser(), await world.aUser()]
  for (const one of [ada, bo]) await recordBounce(at(), report(await aMailTo(one)))
  await proveEmail(world, { id: ada.id, now: clock.now })
  assert.equal(await notedOf(ada), undefined)
  assert.ok(await notedOf(bo))
  await world.del(`/users/${bo.id}`, { as: bo })
  assert.equal(await notedOf(bo), undefined)
})

// Requirement (rules): contract §6.5 Mails, undeliverable: the command
test('the command reads a report from its input', async () => {
  const ada = await world.aUser()
  const mail = await aMailTo(ada)
  const run = async (input: Buffer) => {
    const { PATH = '' } = process.env
    const env = { PATH, DATABASE_URL: world.connectionString, DATA_DIR: world.folder }
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('../../cli.ts', import.meta.url)), 'mail', 'bounce'],
      { env },
    )
    child.stdin.end(input)
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    return [code, said]
  }
  assert.deepEqual(await run(Buffer.from('hello')), [
    0,
    'It is no report of a mail that could not be delivered\n',
  ])
  assert.deepEqual(await run(report(mail)), [
    0,
    'The e-mail is noted: nothing can be delivered to it\n',
  ])
  assert.equal((await notedOf(ada))?.email, ada.email)
})
