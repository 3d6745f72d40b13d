/** A real SMTP server on a free port that keeps the mails it takes. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { until } from './until.ts'

type Posted = { user: string; from: string; to: string[]; raw: string }

/**
 * Takes mails with and without a login; a wrong one is refused. `refuse` says why an address gets none; the caller
 * closes it.
 */
export async function aPostOffice(
  refuse: (address: string) => string | undefined = () => undefined,
) {
  const letters: Posted[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    hideSTARTTLS: true,
    authOptional: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'festival' && password === 'p@ss/word') done(null, { user: username })
      else done(new Error('Invalid username or password'))
    },
    onRcptTo({ address }, _session, done) {
      const reason = refuse(address)
      done(reason === undefined ? null : new Error(reason))
    },
    onData(stream, { user, envelope }, done) {
      const letter: Posted = {
        user: String(user),
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        raw: '',
      }
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => {
        letter.raw += chunk
      })
      stream.on('end', () => {
        letters.push(letter)
        done()
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  assert.ok(address && typeof address === 'object')
  const { port } = address

  /** The mails to an address whose subject begins so, as mail programs read them, oldest first. */
  const received = (to: string, about = '') =>
    Promise.all(
      letters.filter((letter) => letter.to.includes(to)).map(({ raw }) => PostalMime.parse(raw)),
    ).then((mails) => mails.filter(({ subject = '' }) => subject.startsWith(about)))
  return {
    letters,
    url: (login?: string) => `smtp://${login === undefined ? '' : `${login}@`}127.0.0.1:${port}`,
    received,
    /** Waits for the first such mail. */
    next: async (to: string, about = '') => {
      await until(`a mail to ${to}`, async () => (await received(to, about)).length > 0)
      const [mail] = await received(to, about)
      assert.ok(mail)
      return mail
    },
    close: () => new Promise<void>((done) => smtp.close(done)),
  }
}
