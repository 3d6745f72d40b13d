/** Texts of the pages that open offline, in French. */
import type { Catalogue } from '../catalogues.ts'

export const offline: Catalogue['offline'] = {
  keep: 'Conserver sur cet appareil',
  keepHow: 'S’ouvre sans connexion. À ne conserver que sur un appareil personnel.',
  kept: 'Conservé sur cet appareil : s’ouvre sans connexion.',
  remove: 'Retirer de cet appareil',
  failed: 'L’enregistrement a échoué. Vérifiez votre connexion et réessayez.',
  safari:
    'Dans un onglet, Safari oublie ce qui est conservé après sept jours sans visite. Ajoutez cette page à l’écran d’accueil ou enregistrez le PDF de votre billet.',
  safariWallet: 'Dans un portefeuille, il reste aussi.',
  asOf: (when) => `État au ${when}`,
  keptNote: 'Conservé sur cet appareil. Des changements ont pu survenir depuis.',
  title: 'Pas de connexion',
  lead: 'Cette page n’a pas encore été ouverte sur cet appareil, ou nécessite une connexion.',
  list: 'Disponible sans connexion',
  nothing:
    'Rien pour l’instant. Les festivals que vous ouvrez et les billets que vous conservez apparaîtront ici.',
}
