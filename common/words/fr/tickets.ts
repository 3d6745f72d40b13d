/** The texts of a ticket on paper and in wallets, in French. */
import type { Catalogue } from '../catalogues.ts'

export const tickets: Catalogue['tickets'] = {
  span: (start, end) => `Du ${start} au ${end}`,
  valid: 'Valable',
  stay: 'Séjour',
  from: (time) => ` à partir du ${time}`,
  until: (time) => ` jusqu’au ${time}`,
  whole: ' pour tout le festival',
  free: 'Gratuit',
  vat: (rate) => `TVA de ${rate} % incluse`,
  soldBy: (seller) => `Vendu par ${seller}`,
  issued: (date) => `Émis le ${date}`,
  once: 'Une seule entrée\u00a0: le premier scan compte. Gardez le code pour vous.',
  ticket: 'Billet',
  since: 'Du',
  to: 'Au',
  where: 'Lieu',
  holder: 'Titulaire',
  festival: 'Festival',
  number: 'Numéro du billet',
  gate: 'À l’entrée',
  about: 'À propos de cette carte',
  snapshot:
    'Cette carte montre le billet tel qu’il était lors de son ajout. Une fois le billet transféré ou rendu, elle ne donne plus accès. Vos billets sur le site sont toujours à jour.',
}
