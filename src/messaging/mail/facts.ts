/** Parts that several mails of the catalogue share. */

export const festival = [
  ['Festival', '{festival}'],
  ['When', '{start} to {end}'],
  ['Where', '{where}'],
  ['Seller', '{seller}'],
] as const

/** In mails that name the festival in their words. */
export const soldBy = { facts: [['Seller', '{seller}']] } as const

export const seeFestival = { label: 'See the festival', path: '/guide/{festivalId}' } as const

/** Links to the tickets of the reader, with the parameters of `ticketLinks`. */
export const seeTickets = [
  { label: 'See your tickets', path: '/tickets', when: 'proven' },
  {
    when: 'unproven',
    say: 'Your tickets are also in your account, whose e-mail is not confirmed yet.',
  },
  { label: 'Confirm your e-mail', path: '/me', when: 'unproven' },
  {
    when: 'guest',
    say: 'Your tickets open on any device with six digits that we mail you.',
  },
  { label: 'See your tickets', path: '/tickets?email={email}', when: 'guest' },
] as const

export const bought = [
  ['Ticket', '{ticket}'],
  ['Place to sleep', '{stay}'],
  ['Membership', '{plan}'],
] as const

/** In mails that can be switched off. */
export const chooseMails = { label: 'Choose what we mail you', path: '/me#settings' } as const
