/** What the buyers of a history of orders ask for: several things at once, with vouchers, held first or not. */
import { type Method, methods } from './faulty-processor.ts'
import type { What } from './orders.ts'

/** A buyer's order under one key, the same at every retry. */
export type Basket = {
  user: number
  key: string
  items: [what: What, quantity: number][]
  voucher?: string
  points?: number
  hold?: boolean
  method: Method
}

const { good, declines, asks } = methods

/** Half off `few`, three uses in all; and 4 EUR off anything, two uses for each person. */
export const vouchers = { half: 'HALF', four: 'FOUR' }
const { half, four } = vouchers

/** How many of `few` one person may have. */
export const most = 3

export const baskets: Basket[] = [
  { user: 0, key: 'a', items: [['few', 2]], method: good },
  {
    user: 1,
    key: 'b',
    items: [
      ['few', 1],
      ['bed', 1],
    ],
    method: good,
  },
  {
    user: 2,
    key: 'c',
    items: [
      ['few', 1],
      ['two', 1],
    ],
    method: asks,
  },
  {
    user: 0,
    key: 'd',
    items: [
      ['two', 1],
      ['free', 1],
    ],
    points: 700,
    method: good,
  },
  {
    user: 1,
    key: 'e',
    items: [
      ['two', 2],
      ['plan', 1],
    ],
    method: declines,
  },
  {
    user: 2,
    key: 'f',
    items: [
      ['few', 2],
      ['two', 1],
      ['bed', 1],
    ],
    voucher: half,
    method: good,
  },
  { user: 0, key: 'g', items: [['few', 1]], voucher: half, method: asks },
  {
    user: 1,
    key: 'h',
    items: [
      ['two', 1],
      ['bed', 1],
    ],
    voucher: four,
    points: 300,
    method: good,
  },
  { user: 2, key: 'i', items: [['few', 1]], method: good },
  {
    user: 0,
    key: 'j',
    items: [
      ['few', 2],
      ['plan', 1],
    ],
    voucher: four,
    hold: true,
    method: good,
  },
  {
    user: 1,
    key: 'k',
    items: [
      ['few', 1],
      ['two', 1],
    ],
    hold: true,
    method: good,
  },
  { user: 2, key: 'l', items: [['few', 3]], voucher: half, hold: true, method: good },
  {
    user: 1,
    key: 'm',
    items: [
      ['few', 3],
      ['free', 2],
      ['bed', 1],
    ],
    method: good,
  },
  { user: 0, key: 'n', items: [['free', 2]], method: good },
]
