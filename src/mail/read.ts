/** Reads a mail as we compose it: one part of plain text in UTF-8. */
export type ReadMail = { to: string; subject: string; at: Date; text: string }

/** The source of a mail → what stands in it. What is missing is empty. */
export function readMail(source: Buffer): ReadMail {
  const raw = source.toString('latin1')
  const end = raw.search(/\r?\n\r?\n/)
  const [head, body] =
    end < 0 ? [raw, ''] : [raw.slice(0, end), raw.slice(end).replace(/^\r?\n\r?\n/, '')]
  const headers = headersOf(head)
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? ''
  return {
    to: withoutEncodedWords(headers.get('to') ?? ''),
    subject: withoutEncodedWords(headers.get('subject') ?? ''),
    at: new Date(headers.get('date') ?? 0),
    text: decode(encoding, body).toString('utf8').replaceAll('\r\n', '\n'),
  }
}

/** A header goes on in the lines that begin with a blank. */
function headersOf(head: string): Map<string, string> {
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}

function decode(encoding: string, body: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding === 'quoted-printable') return fromQuotedPrintable(body.replace(/=[ \t]*\r?\n/g, ''))
  return Buffer.from(body, 'latin1')
}

function fromQuotedPrintable(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

/** `=?UTF-8?Q?Caf=C3=A9?=`: a letter may be cut in two between words, so their bytes are joined first. */
function withoutEncodedWords(header: string): string {
  const words = /(?:=\?utf-8\?[qb]\?[^?]*\?=(?:[ \t]+(?==\?))?)+/gi
  return Buffer.from(header, 'latin1')
    .toString('utf8')
    .replace(words, (run) =>
      Buffer.concat(
        [...run.matchAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi)].map(([, kind = '', text = '']) =>
          kind.toLowerCase() === 'b'
            ? Buffer.from(text, 'base64')
            : fromQuotedPrintable(text.replaceAll('_', ' ')),
        ),
      ).toString('utf8'),
    )
}
