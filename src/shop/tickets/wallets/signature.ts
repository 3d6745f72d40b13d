import { type KeyObject, webcrypto, type X509Certificate } from 'node:crypto'

/** The signer: a certificate with its key, and the certificate that issued it. */
export type Signer = { certificate: X509Certificate; issuer: X509Certificate; key: KeyObject }

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
}
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

/**
 * Returns a detached CMS signature (RFC 5652) of some bytes, as DER: SHA-256 with RSA, with the time of signing and both
 * certificates. The RSA is computed off the event loop.
 */
export async function signDetached(content: Buffer, signer: Signer, now: Date): Promise<Buffer> {
  // Loaded with the first pass, so that the service starts without waiting for it.
  const [pki, asn1] = await Promise.all([import('pkijs'), import('asn1js')])
  const [own, issuer] = [signer.certificate, signer.issuer].map((one) =>
    pki.Certificate.fromBER(Uint8Array.from(one.raw)),
  ) as [InstanceType<typeof pki.Certificate>, InstanceType<typeof pki.Certificate>]
  const digest = await webcrypto.subtle.digest('SHA-256', Uint8Array.from(content))
  const attribute = (type: string, value: unknown) => new pki.Attribute({ type, values: [value] })
  const signed = new pki.SignedData({
    version: 1,
    encapContentInfo: new pki.EncapsulatedContentInfo({ eContentType: oid.data }),
    certificates: [own, issuer],
    signerInfos: [
      new pki.SignerInfo({
        version: 1,
        sid: new pki.IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        signedAttrs: new pki.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(oid.contentType, new asn1.ObjectIdentifier({ value: oid.data })),
            attribute(oid.signingTime, new asn1.UTCTime({ valueDate: now })),
            attribute(oid.messageDigest, new asn1.OctetString({ valueHex: digest })),
          ],
        }),
      }),
    ],
  })
  const key = signer.key.toCryptoKey(algorithm, false, ['sign'])
  // The library's key type is the browser's, which differs from Node's in its usages.
  const signing: {
    sign(key: object, nth: number, hash: string, content: Uint8Array<ArrayBuffer>): Promise<unknown>
  } = signed
  await signing.sign(key, 0, 'SHA-256', Uint8Array.from(content))
  const whole = new pki.ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) })
  return Buffer.from(whole.toSchema().toBER())
}
