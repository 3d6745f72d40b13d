/** Words of notifications in Spanish. */
import type { Catalogue } from '../catalogues.ts'
import { pluralsOf } from '../numbers.ts'

const { plural } = pluralsOf('es')

const at = (place: string) => (place ? `, ${place}` : '')

export const notices: Catalogue['notices'] = {
  published: ({ organizer, festival, from, to, place }) => ({
    title: `${organizer} anuncia ${festival}`,
    message: `Del ${from} al ${to}${at(place)}.`,
  }),
  announced: ({ artist, festival, times, isNew }) => ({
    title: `${artist} en ${festival}`,
    message: times
      ? `${isNew ? 'Nuevo en el cartel' : 'Horario'}: ${times}.`
      : 'Nuevo en el cartel. La hora se anunciará más adelante.',
  }),
  andMore: 'y más',
  severalAt: (count, festival) =>
    plural(count, {
      one: `${count} artista que sigue toca en ${festival}`,
      other: `${count} artistas que sigue tocan en ${festival}`,
    }),
  others: (count) => `${count} más`,
  changed: (festival, parts) => ({
    title: `${festival} ha cambiado`,
    message: parts.join(' '),
  }),
  newTime: (from, to) => `Nuevas fechas: del ${from} al ${to}.`,
  newPlace: (place) => `Nuevo lugar: ${place || 'se anunciará más adelante'}.`,
  placeMoved: 'El lugar se ha movido en el mapa.',
  cancelled: (festival, reason) => ({
    title: `${festival} se ha cancelado`,
    message: [reason, 'Se le devuelve lo que pagó.'].filter(Boolean).join('\n'),
  }),
  reminder: (festival, when, place) => ({
    title: `${festival} empieza pronto`,
    message: `${when}${at(place)}.`,
  }),

  succeeded: ({ what, sum }) => ({
    title: 'Pago recibido',
    message: sum ? `${what}: ${sum} pagados.` : `${what}: es suyo, gratis.`,
  }),
  failed: ({ what }) => ({
    title: 'Pago fallido',
    message: `${what}: sin pagar. No se ha cobrado nada.`,
  }),
  returned: ({ what, sum }) => ({
    title: 'Su entrada se ha comprado',
    message: `${what}: la ha comprado la siguiente persona de la lista de espera y ya no es válida. ${sum ? `Se le devuelven ${sum}` : 'No hay nada que devolverle'}.`,
  }),
  refunded: ({ what, sum, kept }) => ({
    title: 'Pago devuelto',
    message: [
      sum || kept
        ? `${what}: ${sum ? `se le devuelven ${sum}` : 'no hay nada que devolverle'}.`
        : `${what}: devuelto; no había costado nada.`,
      kept && `Se retienen ${kept} por puntos que venían con la compra y ya se han usado.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  disputeOpen: (what) => ({
    title: 'Pago en disputa',
    message: `${what}: el titular de la tarjeta disputa el pago. La entrada no es válida hasta que se decida.`,
  }),
  disputeWon: (what) => ({
    title: 'Disputa ganada',
    message: `${what}: el pago se mantiene y la entrada vuelve a ser válida.`,
  }),
  disputeLost: (what) => ({
    title: 'Disputa perdida',
    message: `${what}: el dinero se ha perdido y la entrada ya no es válida.`,
  }),

  transferOffered: (festival) => ({
    title: 'Una entrada para usted',
    message: `Le ofrecen una entrada para ${festival}. Acéptela y será suya.`,
  }),
  transferOfferedByStaff: (festival) => ({
    title: 'Su entrada se ofrece a otra persona',
    message: `El organizador ha ofrecido su entrada para ${festival} a otra persona. Es suya hasta que la acepte, y puede retirar la oferta.`,
  }),
  transferAccepted: (festival) => ({
    title: 'Entrada traspasada',
    message: `Su entrada para ${festival} se ha aceptado. Ahora es de otra persona y su código ya no es válido.`,
  }),
  transferDeclined: (festival) => ({
    title: 'Entrada rechazada',
    message: `Su entrada para ${festival} se ha rechazado. Sigue siendo suya.`,
  }),
  waitingOffered: ({ what, until }) => ({
    title: 'Le toca en la lista de espera',
    message: `${what}: reservado para usted hasta el ${until}. Compre antes de esa hora.`,
  }),
  rehearsalFor: (festival) => `${festival} (ensayo)`,
  queueTurn: (festival) => ({
    title: `Es su turno: ${festival}`,
    message:
      'Puede comprar ahora, mientras queden entradas. Después de diez minutos también puede comprar la persona siguiente.',
  }),
  queueMoved: (festival, draw) => ({
    title: `Nueva fecha del sorteo: ${festival}`,
    message: `Será el ${draw}. Conserva su número.`,
  }),
  queueCancelled: (festival) => ({
    title: `La sala de espera se ha cancelado: ${festival}`,
    message:
      'Las entradas se venden sin sala de espera y los números no valen. Lo que ha comprado sigue siendo suyo.',
  }),

  badgeUnlocked: (badge, description) => ({
    title: `Insignia conseguida: ${badge}`,
    message: description ?? `La insignia ${badge} es suya.`,
  }),
  levelReached: (level, benefits) => ({
    title: `Nivel ${level} alcanzado`,
    message: benefits
      ? `Nuevo para usted: ${benefits}.`
      : `Sus puntos le han llevado al nivel ${level}.`,
  }),

  announcementRequested: ({ organizer, artist, id }) => ({
    title: `${organizer} quiere anunciar ${artist}`,
    message:
      `${artist} está en su cartel. Los seguidores lo sabrán en cuanto permita a este organizador ` +
      `(id ${id}) anunciar ${artist}; si lo rechaza, no volverá a preguntar.`,
  }),
  approved: (organizer) => ({
    title: `${organizer} está aprobado`,
    message:
      'Sus festivales pueden vender, y los anuncios pendientes se envían ahora a los seguidores.',
  }),
  approvalWithdrawn: (organizer) => ({
    title: `${organizer} ya no está aprobado`,
    message: 'Sus festivales no pueden vender, y sus anuncios esperan a que se apruebe de nuevo.',
  }),
}
