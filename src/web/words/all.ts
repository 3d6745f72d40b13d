/** All catalogues: for the server, which speaks every language. */
import { learn } from './catalogues.ts'
import { first as de } from './de-first.ts'
import { own as ownDe } from './de-own.ts'
import { shop as shopDe } from './de-shop.ts'
import { first as en } from './en-first.ts'
import { own as ownEn } from './en-own.ts'
import { shop as shopEn } from './en-shop.ts'
import { first as es } from './es-first.ts'
import { own as ownEs } from './es-own.ts'
import { shop as shopEs } from './es-shop.ts'
import { first as fr } from './fr-first.ts'
import { own as ownFr } from './fr-own.ts'
import { shop as shopFr } from './fr-shop.ts'

learn('en', { ...en, shop: shopEn, ...ownEn })
learn('de', { ...de, shop: shopDe, ...ownDe })
learn('es', { ...es, shop: shopEs, ...ownEs })
learn('fr', { ...fr, shop: shopFr, ...ownFr })
