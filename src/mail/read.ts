import PostalMime from 'postal-mime'

export type ReadMail = { to: string; subject: string; at: Date; text: string; html: string | null }

/** Returns what a mail says, from its source. What is missing is empty, and null without HTML. */
export async function readMail(source: Buffer): Promise<ReadMail> {
  const { to = [], subject = '', date, text = '', html } = await PostalMime.parse(source)
  return {
    to: to.map(({ address }) => address).join(', '),
    subject,
    at: new Date(date ?? 0),
    text: text.replaceAll('\r\n', '\n'),
    html: html ?? null,
  }
}
