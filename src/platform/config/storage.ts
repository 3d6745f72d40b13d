import { hidden, integer, optional, setting, text, url } from './setting.ts'

/** The store of photos, and the space that a disk must have. */
export const storageSettings = {
  S3_BUCKET: optional(text, 'Bucket for photos. Absent: DATA_DIR/photos'),
  S3_ENDPOINT: optional(url('http:', 'https:'), "Address of an S3 that is not Amazon's"),
  S3_REGION: setting(text, 'us-east-1', 'Region of the bucket'),
  S3_ACCESS_KEY_ID: optional(text, 'Key for the bucket'),
  S3_SECRET_ACCESS_KEY: hidden(optional(text, 'Its secret')),
  DISK_RESERVE_MB: setting(
    integer(0, 1_000_000),
    '32',
    "Space that has to be left for the service's own PostgreSQL, MB; with less, `/health/ready` says no. 0: not checked",
  ),
}
