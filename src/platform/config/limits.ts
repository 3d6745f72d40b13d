import { integer, setting } from './setting.ts'

/** Limits of guesses, mails, registrations and events. */
export const limitSettings = {
  SIGN_IN_FAILURES: setting(
    integer(1, 1_000),
    '10',
    'Wrong passwords for one account from one address in 15 minutes before it has to wait',
  ),
  MAILS_PER_NETWORK: setting(
    integer(0, 1_000_000),
    '100',
    'Mails with a code or a reset that people of one public address (of IPv6: one network of 64 bits) have sent in 15 minutes; then one at growing intervals, a minute at most. 0: any number, as where applications call from one address',
  ),
  REGISTRATIONS_PER_NETWORK: setting(
    integer(0, 1_000_000),
    '200',
    'Accounts that people of one public address, counted as above, register in 15 minutes through publishable clients; then one at growing intervals, a minute at most. 0: any number',
  ),
  WRONG_CODES: setting(
    integer(1, 1_000),
    '10',
    'Wrong challenge codes of one user in ten minutes before any code has to wait ten minutes',
  ),
  EVENTS_PER_DAY: setting(
    integer(0, 1_000_000),
    '1000',
    'Reward events that clients may send for one user on a UTC day. 0: any number',
  ),
}
