import type { Card } from './card-forms.ts'

/** The part of Stripe's own script that the page uses. It loads a form for cards that no other script can read. */
type Fault = { error?: { message?: string } }
type Elements = {
  create(type: 'payment'): {
    mount(place: HTMLElement): void
    on(event: 'ready', act: () => void): void
  }
  submit(): Promise<Fault>
  update(changed: { amount: number }): void
}
type Stripe = {
  elements(options: object): Elements
  createPaymentMethod(given: {
    elements: Elements
  }): Promise<Fault & { paymentMethod?: { id: string } }>
  handleNextAction(given: { clientSecret: string }): Promise<Fault>
}
declare global {
  interface Window {
    Stripe?: (publicKey: string) => Stripe
  }
}

const address = 'https://js.stripe.com/v3/'

/** Shows Stripe's form for a card. @throws Error if Stripe cannot be reached */
export async function mountCard(
  place: HTMLElement,
  { publicKey, euros }: { publicKey: string; euros: number },
): Promise<Card> {
  const stripe = (await load())(publicKey)
  const elements = stripe.elements({
    mode: 'payment',
    amount: Math.round(euros * 100),
    currency: 'eur',
    paymentMethodTypes: ['card'],
    paymentMethodCreation: 'manual',
    appearance: { theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe' },
  })
  elements.create('payment').mount(place)
  return {
    update: (left) => elements.update({ amount: Math.round(left * 100) }),
    read: async () => {
      const { error: missing } = await elements.submit()
      if (missing) return { fault: missing.message }
      const { error, paymentMethod } = await stripe.createPaymentMethod({ elements })
      return paymentMethod ? { method: paymentMethod.id } : { fault: error?.message }
    },
    confirm: async (clientSecret) => {
      await stripe.handleNextAction({ clientSecret })
    },
  }
}

async function load(): Promise<NonNullable<Window['Stripe']>> {
  if (!window.Stripe) {
    const script = Object.assign(document.createElement('script'), { src: address })
    await new Promise((done, fail) => {
      script.addEventListener('load', done)
      script.addEventListener('error', () => fail(new Error('Stripe is not there')))
      document.head.append(script)
    })
  }
  if (!window.Stripe) throw new Error('Stripe is not there')
  return window.Stripe
}
