/** Registers all catalogues, for the server, which uses every language. */
import { learn } from './catalogues.ts'
import { first as de } from './de/first.ts'
import { own as ownDe } from './de/own.ts'
import { proof as proofDe } from './de/proof.ts'
import { queue as queueDe } from './de/queue.ts'
import { shop as shopDe } from './de/shop.ts'
import { first as en } from './en/first.ts'
import { own as ownEn } from './en/own.ts'
import { proof as proofEn } from './en/proof.ts'
import { queue as queueEn } from './en/queue.ts'
import { shop as shopEn } from './en/shop.ts'
import { first as es } from './es/first.ts'
import { own as ownEs } from './es/own.ts'
import { proof as proofEs } from './es/proof.ts'
import { queue as queueEs } from './es/queue.ts'
import { shop as shopEs } from './es/shop.ts'
import { first as fr } from './fr/first.ts'
import { own as ownFr } from './fr/own.ts'
import { proof as proofFr } from './fr/proof.ts'
import { queue as queueFr } from './fr/queue.ts'
import { shop as shopFr } from './fr/shop.ts'

learn('en', { ...en, shop: shopEn, ...ownEn, queue: queueEn, proof: proofEn })
learn('de', { ...de, shop: shopDe, ...ownDe, queue: queueDe, proof: proofDe })
learn('es', { ...es, shop: shopEs, ...ownEs, queue: queueEs, proof: proofEs })
learn('fr', { ...fr, shop: shopFr, ...ownFr, queue: queueFr, proof: proofFr })
