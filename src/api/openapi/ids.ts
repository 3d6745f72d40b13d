/** The ids and the usual time in the examples. */
const id = (number: number) => `01980000-0000-7000-8000-${`${number}`.padStart(12, '0')}`

/** The ids in examples, by the resource they identify. */
export const ids = {
  festival: id(1),
  organizer: 'harbour-nights',
  artist: id(2),
  place: id(3),
  gig: id(4),
  tier: id(5),
  payment: id(6),
  user: id(7),
  genre: id(8),
  accommodation: id(9),
  subscription: id(10),
  notification: id(11),
  badge: id(12),
  benefit: id(13),
  challenge: id(14),
  interest: id(15),
  refund: id(16),
  invitation: id(17),
  webhook: id(18),
  delivery: id(19),
  event: id(20),
  entry: id(21),
  clash: id(22),
  device: id(23),
  manager: id(24),
  transfer: id(25),
  order: id(26),
  voucher: id(27),
  browser: id(28),
  shift: id(29),
  sale: id(30),
  lease: id(31),
  message: id(32),
  document: id(33),
  settlement: id(34),
  client: 'client_5f0c9d2b7a1e4c3f8b6d0a92',
  mail: '2027-01-20T09-30-00.000Z-000001-1f0c9a2b',
} as const

/** The time at which accounts and records were created and tickets were bought, unless a value states another. */
export const usualTime = '2027-01-20T09:30:00.000Z'
