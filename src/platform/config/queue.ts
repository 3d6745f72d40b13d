import { integer, setting, url } from './setting.ts'

/** The variables of waiting rooms. */
export const queueSettings = {
  DRAND_URL: setting(
    url('http:', 'https:'),
    'https://api.drand.sh',
    'A relay of drand, whose randomness orders those who wait for a sale; what it says is checked',
  ),
  QUEUE_WORK: setting(
    integer(1, 10_000_000),
    '50000',
    'How many hashes the proof of work of entering a waiting room takes at most; half of them on average',
  ),
}
