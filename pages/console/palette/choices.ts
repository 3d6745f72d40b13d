/** The targets of the palette, and the operations that find them. */
import { buyerOf, stateOf, whatOf } from '../payments/words.ts'
import { nameOf } from '../people/words.ts'
import type { Rights } from '../rights.ts'
import { sections } from '../sections.tsx'
import { festival } from '../session.ts'

export type Choice = { group: string; href: string; label: string; about?: string | undefined }

type Options = { signal: AbortSignal }
type Source = {
  name: string
  isFor: (rights: Rights, text: string) => boolean
  find: (text: string, rights: Rights, options: Options) => Promise<Choice[]>
}

/** The number of results shown of each kind. */
const limit = 5

/** The pages of the menu, by their names. */
export function pagesOf(rights: Rights, text: string): Choice[] {
  return sections
    .filter(({ isFor, label }) => (isFor?.(rights) ?? true) && holds(label, text))
    .map(({ path, label }) => ({ group: 'Pages', href: path, label }))
}

const holds = (label: string, text: string) => label.toLowerCase().includes(text.toLowerCase())

const manages = ({ isAdmin, isOrganizer, organizerRoles, may }: Rights) =>
  isAdmin || isOrganizer || organizerRoles.length > 0 || may('manage_catalog')

/** The sources, searched at the same time, each only for users with the right to it. */
export const sources: Source[] = [
  {
    name: 'managed',
    isFor: manages,
    find: async (q, _, options) => {
      const { festivals } = await festival.me.festivals({ q, limit }, options)
      return festivals.map(({ id, name, published_at }) => ({
        group: 'Festivals',
        href: `/festivals/${id}`,
        label: name,
        about: published_at === null ? 'draft' : undefined,
      }))
    },
  },
  {
    name: 'catalogue',
    isFor: () => true,
    find: async (text, _, options) => {
      const { festivals, artists } = await festival.search({ for: text.slice(0, 200) }, options)
      return [
        ...festivals.slice(0, limit).map(({ id, name }) => ({
          group: 'Festivals',
          href: `/festivals/${id}`,
          label: name,
        })),
        ...artists.slice(0, limit).map(({ id, name }) => ({
          group: 'Artists',
          href: `/artists?edit=${id}`,
          label: name,
        })),
      ]
    },
  },
  {
    name: 'people',
    isFor: ({ may }) => may('manage_users'),
    find: async (q, _, options) => {
      const { users } = await festival.users.accounts({ q, limit }, options)
      return users.map((user) => ({
        group: 'People',
        href: `/people/${user.id}`,
        label: nameOf(user),
        about: user.email ?? undefined,
      }))
    },
  },
  {
    name: 'payments',
    isFor: ({ readsSales }, text) => readsSales && namesPayment(text),
    find: findPayments,
  },
]

/** Returns true if a text may be the id of an order or a payment, the short code of a ticket, or an e-mail. */
function namesPayment(text: string): boolean {
  const bare = text.replaceAll(/[\s-]/g, '')
  return /^([0-9a-z]{10}|[0-9a-f]{32})$/i.test(bare) || /^\S+@\S+$/.test(text)
}

/** Searches all festivals for an admin; for others, the next festivals with sales that they see. */
async function findPayments(q: string, { isAdmin }: Rights, options: Options): Promise<Choice[]> {
  if (isAdmin) {
    const { payments } = await festival.sales.allPayments({ q, limit }, options)
    return payments.map((payment) => toChoice(payment))
  }
  const { festivals } = await festival.me.festivals({ limit }, options)
  const found = await Promise.all(
    festivals
      .filter(({ sold }) => sold !== null)
      .map(({ id }) => festival.sales.payments(id, { q, limit }, options)),
  )
  return found.flatMap(({ payments }) =>
    payments
      .slice(0, limit)
      .map((payment) => toChoice(payment, `?festival=${payment.festival?.id}`)),
  )
}

type Payment = Awaited<ReturnType<typeof festival.sales.allPayments>>['payments'][number]

const toChoice = (payment: Payment, rest = ''): Choice => ({
  group: 'Payments',
  href: `/payments/${payment.id}${rest}`,
  label: `${whatOf(payment)}, ${buyerOf(payment)}`,
  about: [payment.festival?.name, stateOf(payment.status).word].filter(Boolean).join(', '),
})
