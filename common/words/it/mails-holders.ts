/** Texts of mails to holders of tickets of a festival, and to people who wait for them, in Italian. */
import type { Texts } from '../catalogues.ts'
import type { holderMails as english } from '../en/mails-holders.ts'

export const holderMails: Texts<typeof english, 'it'> = {
  cancellation: {
    subject: ['{festival} è annullato', 'Un festival è annullato'],
    preheader: 'Il suo biglietto non dà più diritto all’ingresso. Che cosa succede al denaro.',
    cancelled: [
      '{festival} è annullato. L’inizio era previsto per: {start}.',
      'Un festival per cui ha un biglietto è annullato.',
    ],
    why: 'L’organizzatore scrive: {reason}',
    bought:
      'Tutto ciò che ha pagato viene rimborsato con lo stesso mezzo. Non deve chiederlo: per ogni acquisto riceve un’altra e-mail.',
    given: 'Quanto pagato per un biglietto ceduto a lei torna a chi lo ha acquistato.',
    admitNoMore: 'I biglietti non danno più diritto all’ingresso.',
    reason: 'Riceve questa e-mail perché ha un biglietto o un alloggio per questo festival.',
  },

  festivalChanged: {
    subject: ['{festival} è cambiato', 'Un festival è cambiato'],
    preheader: 'Che cosa cambia nelle date o nel luogo.',
    changed: [
      'Sono cambiati le date o il luogo: {festival}.',
      'Sono cambiati le date o il luogo di un festival per cui ha un biglietto.',
    ],
    newTime: 'Nuove date',
    timeBefore: 'Date precedenti',
    spanBefore: '{startBefore} – {endBefore}',
    newPlace: 'Nuovo luogo',
    placeBefore: 'Luogo precedente',
    placeless: 'Il nuovo luogo è ancora da annunciare.',
    moved: 'Il luogo sulla mappa è cambiato.',
    staysGood: 'Ciò che ha acquistato resta valido.',
    refundUntil:
      'Se ha acquistato prima dello spostamento del festival, può ottenere il rimborso completo se non ha né usato né ceduto l’acquisto. Scadenza: {refundUntil}.',
    reason: 'Riceve questa e-mail perché ha un biglietto o un alloggio per questo festival.',
  },

  festivalReminder: {
    subject: ['{festival} sta per iniziare', 'Un festival sta per iniziare'],
    preheader: 'Inizio: {start}.',
    soon: ['{festival} sta per iniziare.', 'Un festival per cui ha un biglietto sta per iniziare.'],
    openBefore:
      'Apra il biglietto prima di partire: salvato sul telefono, si può mostrare anche senza rete.',
    reason: 'Riceve questa e-mail perché ha un biglietto o un alloggio per questo festival.',
  },

  waitingOffered: {
    subject: ['È il suo turno in lista d’attesa: {festival}', 'È il suo turno in lista d’attesa'],
    preheader: 'Riservato per lei fino a: {expires}.',
    free: [
      'Si sono liberati biglietti che aspettava: {quantity} × {ticket}, {festival}.',
      {
        count: 'quantity',
        one: 'Si è liberato {quantity} biglietto che aspettava.',
        other: 'Si sono liberati {quantity} biglietti che aspettava.',
      },
    ],
    heldUntil:
      'Restano riservati per lei fino a: {expires}. Li acquisti entro allora, dove compra i biglietti: poi vengono offerti alla prossima persona in lista.',
    seeHeld: 'Vedi i biglietti riservati',
    leave: 'Se non li vuole più, può uscire lì dalla lista d’attesa.',
    reason: 'Riceve questa e-mail perché è in lista d’attesa.',
  },
}
