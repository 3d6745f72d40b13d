import PostalMime from 'postal-mime'

export type ReadMail = {
  to: string
  subject: string
  at: Date
  text: string
  html: string | null
  attachments: { name: string; type: string; size: number }[]
}

/** Returns the contents of a mail, from its source. Missing fields are empty; `html` is null without HTML. */
export async function readMail(source: Buffer): Promise<ReadMail> {
  const { to = [], subject = '', date, text = '', html, attachments } = await parsed(source)
  return {
    to: to.map(({ address }) => address).join(', '),
    subject,
    at: new Date(date ?? 0),
    text: text.replaceAll('\r\n', '\n'),
    html: html ?? null,
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      type: mimeType,
      size: content.byteLength,
    })),
  }
}

/** Returns the attachment of a mail at a place, from 1 on; undefined if there is none. */
export async function readAttachment(source: Buffer, place: number): Promise<Buffer | undefined> {
  return (await parsed(source)).attachments[place - 1]?.content
}

/** Without `attachmentEncoding` the content of a file is bytes. */
async function parsed(source: Buffer) {
  const { attachments, ...mail } = await PostalMime.parse(source)
  return {
    ...mail,
    attachments: attachments.map((file) => ({
      ...file,
      content: Buffer.from(file.content as ArrayBuffer),
    })),
  }
}
