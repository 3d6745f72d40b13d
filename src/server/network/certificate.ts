/**
 * A self-signed certificate for development, for the names of this machine in its own network. Browsers warn of it
 * once; a camera requires HTTPS all the same. X.509 v3 (RFC 5280), P-256.
 */
import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { isIPv4 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'

export type Certificate = { key: string; cert: string }

const day = 86_400_000
/** No browser accepts a certificate that is valid for more than 398 days. */
const [validDays, leastDays] = [397, 7]

/**
 * Returns the certificate stored in a folder, as https.crt and https.key, if it is still usable: for all names of
 * this machine and for a week at least. Otherwise creates and stores a new one.
 */
export async function ownCertificate(folder: string, now: Date): Promise<Certificate> {
  const [certFile, keyFile] = [join(folder, 'https.crt'), join(folder, 'https.key')]
  const kept = await readCertificate(certFile, keyFile).catch(() => undefined)
  const names = ownNames()
  if (kept && serves(kept, names, now)) return kept
  const made = makeCertificate(names, now)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(keyFile, made.key, { mode: 0o600 })
  await writeFile(certFile, made.cert)
  return made
}

/** Reads a certificate and its key from PEM files. @throws the errors of readFile */
export async function readCertificate(certFile: string, keyFile: string): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
  return { cert, key }
}

/** The IPv4 addresses at which other devices in the same network reach this machine. */
export function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
}

/** The names and IPv4 addresses of this machine, for itself and in its own network. */
export function ownNames(): string[] {
  const name = hostname().toLowerCase()
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name)
  return [...new Set(['localhost', ...(isName ? [name] : []), '127.0.0.1', ...networkAddresses()])]
}

/** Returns true if the key belongs to the certificate, and it covers all these names and stays valid for a while. */
function serves({ cert, key }: Certificate, names: string[], now: Date): boolean {
  try {
    const x509 = new X509Certificate(cert)
    const isLong = x509.validToDate.getTime() - now.getTime() > leastDays * day
    const isFor = (name: string) => (isIPv4(name) ? x509.checkIP(name) : x509.checkHost(name))
    return isLong && x509.checkPrivateKey(createPrivateKey(key)) && names.every(isFor)
  } catch {
    return false
  }
}

/** Makes a certificate for names and IPv4 addresses, in PEM, valid from an hour ago for 397 days. */
export function makeCertificate(names: string[], now: Date): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = statement(names, { now, publicKey })
  const signature = sign('sha256', signed, privateKey)
  const der = sequence(signed, ecdsaWithSha256, bits(signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

function statement(names: string[], { now, publicKey }: { now: Date; publicKey: KeyObject }) {
  const name = sequence(element(0x31, sequence(oid(0x55, 0x04, 0x03), utf8('Festival'))))
  const [from, to] = [now.getTime() - 3_600_000, now.getTime() + validDays * day]
  const extensions = sequence(
    extension([0x55, 0x1d, 0x11], sequence(...names.map((known) => alternative(known)))),
    // Extensions: for signatures, not an authority, for a server.
    extension([0x55, 0x1d, 0x0f], element(0x03, Buffer.from([7, 0x80]))),
    extension([0x55, 0x1d, 0x13], sequence()),
    extension([0x55, 0x1d, 0x25], sequence(oid(0x2b, 6, 1, 5, 5, 7, 3, 1))),
  )
  // The first bit of a DER integer is its sign.
  const serial = Buffer.concat([Buffer.from([0x40]), randomBytes(15)])
  return sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, serial),
    ecdsaWithSha256,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, extensions),
  )
}

function alternative(name: string): Buffer {
  return isIPv4(name)
    ? element(0x87, Buffer.from(name.split('.').map(Number)))
    : element(0x82, Buffer.from(name, 'ascii'))
}

/** Encodes an element of DER: tag, length, content. */
function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...size(content.length)]), content])
}

/** Encodes a length in as few bytes as possible. */
function size(length: number): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

const sequence = (...parts: Buffer[]) => element(0x30, ...parts)
const oid = (...bytes: number[]) => element(0x06, Buffer.from(bytes))
const utf8 = (value: string) => element(0x0c, Buffer.from(value))
const bits = (value: Buffer) => element(0x03, Buffer.from([0]), value)
const extension = (id: number[], value: Buffer) => sequence(oid(...id), element(0x04, value))
const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))

/** Formats a time as `YYMMDDhhmmssZ`, which is valid until 2049. */
function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14)
  return element(0x17, Buffer.from(`${digits}Z`, 'ascii'))
}
