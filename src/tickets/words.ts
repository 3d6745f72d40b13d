/** What a ticket says on paper and in wallets, in the language of its holder. */
import { type ReaderLanguage, readerLanguage } from '#platform/values/reader-languages'

const english = {
  span: (start: string, end: string) => `${start} to ${end}`,
  valid: 'Valid',
  stay: 'Stay',
  from: (time: string) => ` from ${time}`,
  until: (time: string) => ` to ${time}`,
  whole: ' for the whole festival',
  free: 'Free',
  once: 'Admits once: the first scan counts. Keep the code to yourself.',
  ticket: 'Ticket',
  since: 'From',
  to: 'To',
  where: 'Where',
  holder: 'Holder',
  festival: 'Festival',
  number: 'Ticket number',
  gate: 'At the gate',
  about: 'About this pass',
  snapshot:
    'This pass shows the ticket as it was when the pass was added. After the ticket is handed on or given back, this pass admits no one. Your tickets on the website are always up to date.',
}

const words: Record<ReaderLanguage, typeof english> = {
  en: english,
  de: {
    span: (start, end) => `${start} bis ${end}`,
    valid: 'Gültig',
    stay: 'Aufenthalt',
    from: (time) => ` ab ${time}`,
    until: (time) => ` bis ${time}`,
    whole: ' für das ganze Festival',
    free: 'Kostenlos',
    once: 'Gilt für einen Einlass: Der erste Scan zählt. Geben Sie den Code nicht weiter.',
    ticket: 'Ticket',
    since: 'Von',
    to: 'Bis',
    where: 'Ort',
    holder: 'Für',
    festival: 'Festival',
    number: 'Ticketnummer',
    gate: 'Am Einlass',
    about: 'Zu dieser Karte',
    snapshot:
      'Diese Karte zeigt das Ticket, wie es beim Hinzufügen war. Sobald es weitergegeben oder zurückgegeben ist, gilt die Karte nicht mehr. Ihre Tickets auf der Website sind immer aktuell.',
  },
  fr: {
    span: (start, end) => `Du ${start} au ${end}`,
    valid: 'Valable',
    stay: 'Séjour',
    from: (time) => ` à partir du ${time}`,
    until: (time) => ` jusqu’au ${time}`,
    whole: ' pour tout le festival',
    free: 'Gratuit',
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
  },
  es: {
    span: (start, end) => `Del ${start} al ${end}`,
    valid: 'Válida',
    stay: 'Estancia',
    from: (time) => ` desde el ${time}`,
    until: (time) => ` hasta el ${time}`,
    whole: ' para todo el festival',
    free: 'Gratis',
    once: 'Da acceso una sola vez: cuenta la primera lectura. No comparta el código.',
    ticket: 'Entrada',
    since: 'Desde',
    to: 'Hasta',
    where: 'Lugar',
    holder: 'Titular',
    festival: 'Festival',
    number: 'Número de entrada',
    gate: 'En el acceso',
    about: 'Sobre este pase',
    snapshot:
      'Este pase muestra la entrada tal como era al añadirlo. Si la entrada se cede o se devuelve, el pase deja de dar acceso. Sus entradas en el sitio web están siempre al día.',
  },
}

/** Returns the words of a ticket for its holder. */
export const ticketWords = ({ language }: { language: string | null }): typeof english =>
  words[readerLanguage(language)]
