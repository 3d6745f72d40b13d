/** Parts that several mails of the catalogue have. */

export const festival = [
  ['Festival', '{festival}'],
  ['When', '{start} to {end}'],
  ['Where', '{where}'],
] as const

export const seeFestival = { label: 'See the festival', path: '/guide/{festivalId}' } as const

export const bought = [
  ['Ticket', '{ticket}'],
  ['Place to sleep', '{stay}'],
  ['Membership', '{plan}'],
] as const

/** In mails that can be switched off. */
export const chooseMails = { label: 'Choose what we mail you', path: '/me#settings' } as const
