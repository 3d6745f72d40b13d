import { integer, list, setting, url } from './setting.ts'

/** The variables of waiting rooms. */
export const queueSettings = {
  DRAND_URL: setting(
    list(url('http:', 'https:')),
    'https://api.drand.sh,https://api2.drand.sh,https://api3.drand.sh,https://drand.cloudflare.com',
    'Relays of drand, separated by commas and asked at once, whose randomness orders those who wait for a sale; the first valid answer counts, and each is checked',
  ),
  QUEUE_WORK: setting(
    integer(1, 10_000_000),
    '50000',
    'How many hashes the proof of work of entering a waiting room takes at most; half of them on average',
  ),
}
