/** Words of notifications in French. */
import type { Catalogue } from '../catalogues.ts'
import { pluralsOf } from '../numbers.ts'

const { plural } = pluralsOf('fr')

const at = (place: string) => (place ? `, ${place}` : '')

export const notices: Catalogue['notices'] = {
  published: ({ organizer, festival, from, to, place }) => ({
    title: `${organizer} annonce ${festival}`,
    message: `Du ${from} au ${to}${at(place)}.`,
  }),
  announced: ({ artist, festival, times, isNew }) => ({
    title: `${artist} à ${festival}`,
    message: times
      ? `${isNew ? 'Ajout au programme' : 'Horaires'} : ${times}.`
      : 'Ajout au programme. L’horaire sera annoncé plus tard.',
  }),
  andMore: 'et d’autres',
  severalAt: (count, festival) =>
    plural(count, {
      one: `${count} artiste que vous suivez joue à ${festival}`,
      other: `${count} artistes que vous suivez jouent à ${festival}`,
    }),
  others: (count) => plural(count, { one: `${count} autre`, other: `${count} autres` }),
  changed: (festival, parts) => ({
    title: `${festival} : changement`,
    message: parts.join(' '),
  }),
  newTime: (from, to) => `Nouvelles dates : du ${from} au ${to}.`,
  newPlace: (place) => `Nouveau lieu : ${place || 'annoncé plus tard'}.`,
  placeMoved: 'Le lieu a été déplacé sur la carte.',
  cancelled: (festival, reason) => ({
    title: `${festival} est annulé`,
    message: [reason, 'Ce que vous avez payé est remboursé.'].filter(Boolean).join('\n'),
  }),
  reminder: (festival, when, place) => ({
    title: `${festival} commence bientôt`,
    message: `${when}${at(place)}.`,
  }),

  succeeded: ({ what, sum }) => ({
    title: 'Paiement reçu',
    message: sum ? `${what} : ${sum} payés.` : `${what} : c’est à vous, gratuitement.`,
  }),
  failed: ({ what }) => ({
    title: 'Échec du paiement',
    message: `${what} : non payé. Rien n’a été débité.`,
  }),
  returned: ({ what, sum }) => ({
    title: 'Votre billet a été acheté',
    message: `${what} : acheté par la personne suivante sur la liste d’attente ; il n’est plus valable. ${sum ? `${sum} vous sont remboursés` : 'Rien n’est à vous rembourser'}.`,
  }),
  refunded: ({ what, sum, kept }) => ({
    title: 'Paiement remboursé',
    message: [
      sum || kept
        ? `${what} : ${sum ? `${sum} vous sont remboursés` : 'rien n’est à vous rembourser'}.`
        : `${what} : rendu, sans avoir rien coûté.`,
      kept && `${kept} sont retenus pour des points reçus avec et déjà utilisés.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  disputeOpen: (what) => ({
    title: 'Paiement contesté',
    message: `${what} : le titulaire de la carte conteste le paiement. Le billet n’est pas valable tant que ce n’est pas tranché.`,
  }),
  disputeWon: (what) => ({
    title: 'Contestation gagnée',
    message: `${what} : le paiement est maintenu et le billet est de nouveau valable.`,
  }),
  disputeLost: (what) => ({
    title: 'Contestation perdue',
    message: `${what} : l’argent est perdu et le billet n’est plus valable.`,
  }),

  transferOffered: (festival) => ({
    title: 'Un billet pour vous',
    message: `On vous propose un billet pour ${festival}. Acceptez-le et il est à vous.`,
  }),
  transferOfferedByStaff: (festival) => ({
    title: 'Votre billet est proposé à une autre personne',
    message: `L’organisateur a proposé votre billet pour ${festival} à une autre personne. Il est à vous jusqu’à ce qu’elle l’accepte, et vous pouvez retirer la proposition.`,
  }),
  transferAccepted: (festival) => ({
    title: 'Billet transmis',
    message: `Votre billet pour ${festival} a été accepté. Il appartient désormais à cette personne et votre code n’est plus valable.`,
  }),
  transferDeclined: (festival) => ({
    title: 'Billet refusé',
    message: `Votre billet pour ${festival} a été refusé. Il reste à vous.`,
  }),
  waitingOffered: ({ what, until }) => ({
    title: 'Votre tour est venu sur la liste d’attente',
    message: `${what} : réservé pour vous jusqu’au ${until}. Achetez avant cette heure.`,
  }),
  rehearsalFor: (festival) => `${festival} (répétition)`,
  queueTurn: (festival) => ({
    title: `C’est votre tour : ${festival}`,
    message:
      'Vous pouvez acheter maintenant, tant qu’il reste des billets. Après dix minutes, la personne suivante peut acheter aussi.',
  }),
  queueMoved: (festival, draw) => ({
    title: `Nouvelle date du tirage : ${festival}`,
    message: `Il aura lieu le ${draw}. Vous gardez votre numéro.`,
  }),
  queueCancelled: (festival) => ({
    title: `La salle d’attente est annulée : ${festival}`,
    message:
      'Les billets sont vendus sans salle d’attente, les numéros sont sans valeur. Ce que vous avez acheté reste à vous.',
  }),

  badgeUnlocked: (badge, description) => ({
    title: `Badge débloqué : ${badge}`,
    message: description ?? `Le badge ${badge} est à vous.`,
  }),
  levelReached: (level, benefits) => ({
    title: `Niveau ${level} atteint`,
    message: benefits
      ? `Nouveau pour vous : ${benefits}.`
      : `Vos points vous ont amené au niveau ${level}.`,
  }),

  announcementRequested: ({ organizer, artist, id }) => ({
    title: `${organizer} souhaite annoncer ${artist}`,
    message:
      `${artist} figure à son programme. Les abonnés l’apprendront dès que vous autoriserez cet organisateur ` +
      `(id ${id}) à annoncer ${artist} ; si vous refusez, il ne demandera plus.`,
  }),
  approved: (organizer) => ({
    title: `${organizer} est approuvé`,
    message:
      'Ses festivals peuvent vendre, et les annonces en attente sont envoyées maintenant aux abonnés.',
  }),
  approvalWithdrawn: (organizer) => ({
    title: `${organizer} n’est plus approuvé`,
    message:
      'Ses festivals ne peuvent plus vendre, et ses annonces attendent une nouvelle approbation.',
  }),
}
